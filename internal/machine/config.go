package machine

import (
	"compress/gzip"
	"io"
	"strconv"
	"strings"

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
	for _, name := range []string{"proc/config.gz", "boot/config-" + release, "lib/modules/" + release + "/config"} {
		options, err := s.readConfig(name)
		switch {
		case err == nil:
			return options, nil
		case !missing(err):
			return nil, s.explain(name, err)
		}
	}
	return nil, undetermined("the kernel's configuration is neither in /proc/config.gz nor in /boot or /lib/modules")
}

func (s source) readConfig(name string) (map[string]string, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	return procfs.ParseConfig(io.LimitReader(r, maxConfig), lastOption)
}

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
