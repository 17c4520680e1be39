package machine

import (
	"tare/internal/record"
	"tare/internal/unit"
)

func (s source) memory() (string, error) { return s.size("MemTotal") }

func (s source) memoryAvailable() (string, error) { return s.size("MemAvailable") }

func (s source) size(name string) (string, error) {
	v, err := s.bytes(name)
	return unit.Bytes(float64(v)), err
}

func (s source) bytes(name string) (uint64, error) {
	if s.memErr != nil {
		return 0, s.memErr
	}
	v, ok := s.meminfo[name]
	if !ok {
		return 0, lack{record.Unsupported, "/proc/meminfo has no " + name}
	}
	return v, nil
}

func (s source) swap() (string, error) {
	total, err := s.bytes("SwapTotal")
	if err != nil {
		return "", err
	}
	free, err := s.bytes("SwapFree")
	if err != nil {
		return "", err
	}
	if free > total {
		return "", undetermined("/proc/meminfo: SwapFree exceeds SwapTotal")
	}
	return unit.Bytes(float64(total-free)) + " of " + unit.Bytes(float64(total)), nil
}
