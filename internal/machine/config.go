package machine

import (
	"compress/gzip"
	"errors"
	"io"
	"strconv"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// lastOption ends the part of the configuration that is read. It follows the
// choice of the preemption model, which init/Kconfig includes, while it comes
// with the options of the processor, at about a tenth of the whole.
const lastOption = "CONFIG_HZ"

// maxConfig bounds what a damaged or malicious file may unpack to.
const maxConfig = 4 << 20

// kernelConfig returns the options that the running kernel was built with, up to
// lastOption: the kernel's own copy, or the one that distributions install.
func (s source) kernelConfig() (map[string]string, error) {
	release, err := s.kernel()
	if err != nil {
		return nil, err
	}
	for _, file := range []struct {
		name  string
		parse func(io.Reader) (map[string]string, error)
	}{
		{"proc/config.gz", unpackConfig},
		{"boot/config-" + release, parseConfig},
		{"lib/modules/" + release + "/config", parseConfig},
	} {
		options, err := read.Parse(s.root, file.name, file.parse)
		if _, unmounted := errors.AsType[read.NotMounted](err); !unmounted && !missing(err) {
			return options, err
		}
	}
	return nil, undetermined("the kernel's configuration is not visible here: it is neither in /proc/config.gz nor in /boot or /lib/modules")
}

func unpackConfig(r io.Reader) (map[string]string, error) {
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	return parseConfig(io.LimitReader(unpacked, maxConfig))
}

func parseConfig(r io.Reader) (map[string]string, error) { return procfs.ParseConfig(r, lastOption) }

func (s source) tick() (string, float64, error) {
	if s.configErr != nil {
		return "", 0, s.configErr
	}
	hz, err := strconv.ParseUint(s.config[lastOption], 10, 32)
	if err != nil {
		return "", 0, undetermined("%s=%q is not a frequency", lastOption, s.config[lastOption])
	}
	return strconv.FormatUint(hz, 10) + "Hz", float64(hz), nil
}
