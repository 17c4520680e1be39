//go:build linux && amd64

package main

import (
	"debug/elf"
	"fmt"
	"strings"
)

// findings are what a scan has found. flushes are those outside of the function flush,
// control those within.
type findings struct {
	functions, flushes, control, undecided int
}

// scan decodes all functions of an executable.
func scan(path string) (found findings, err error) {
	f, err := elf.Open(path)
	if err != nil {
		return found, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return found, fmt.Errorf("%w: is it stripped?", err)
	}
	text := f.Section(".text")
	if text == nil {
		return found, fmt.Errorf("%s has no .text", path)
	}
	code, err := text.Data()
	if err != nil {
		return found, err
	}
	for _, s := range symbols {
		from := s.Value - text.Addr
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Value < text.Addr || from+s.Size > uint64(len(code)) {
			continue
		}
		flushes, decided := count(code[from : from+s.Size])
		found.functions++
		if !decided {
			found.undecided++
		}
		if strings.TrimSuffix(s.Name, ".abi0") == "main.flush" { // written in assembly: ABI0
			found.control += flushes
		} else {
			found.flushes += flushes
		}
	}
	return found, nil
}

// count returns how many instructions of a function are CLFLUSH or CLFLUSHOPT. It is
// undecided if the bytes of one come after something that is not known.
func count(code []byte) (flushes int, decided bool) {
	for len(code) > 0 {
		i, ok := decode(code)
		if !ok {
			return flushes, !resembles(code)
		}
		if i.flushes() {
			flushes++
		}
		code = code[i.length:]
	}
	return flushes, true
}

// resembles says whether the bytes of a CLFLUSH are anywhere in code.
func resembles(code []byte) bool {
	for i := 0; i+2 < len(code); i++ {
		if code[i] == 0x0f && code[i+1] == 0xae && flushing(code[i+2]) {
			return true
		}
	}
	return false
}
