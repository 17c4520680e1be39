//go:build !unix

package output

import "os"

func openDirect(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }
