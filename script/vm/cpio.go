package main

import (
	"fmt"
	"io"
	"io/fs"
)

// File types in the mode field of a cpio header, as in stat(2).
const (
	typeDir  = 0o040000
	typeFile = 0o100000
)

// writeCPIO writes fsys as a "newc" cpio archive, the form that the kernel
// unpacks as its first root file system. An entry is a header of hexadecimal
// fields, the name and the content, each padded to four bytes; see
// Documentation/driver-api/early-userspace/buffer-format.rst in the kernel.
func writeCPIO(w io.Writer, fsys fs.FS) error {
	c := &cpioWriter{w: w}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		return c.add(fsys, name, d)
	})
	if err != nil {
		return err
	}
	return c.entry("TRAILER!!!", 0, nil)
}

// cpioWriter knows what an archive needs of the entries before.
type cpioWriter struct {
	w     io.Writer
	inode uint32 // of the last entry; equal numbers would be hard links
}

func (c *cpioWriter) add(fsys fs.FS, name string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	permissions := uint32(info.Mode().Perm())
	switch {
	case d.IsDir():
		return c.entry(name, typeDir|permissions, nil)
	case d.Type().IsRegular():
		content, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		return c.entry(name, typeFile|permissions, content)
	default:
		return fmt.Errorf("%s is neither file nor folder (%v)", name, d.Type())
	}
}

func (c *cpioWriter) entry(name string, mode uint32, content []byte) error {
	c.inode++
	fields := [...]uint32{
		c.inode,
		mode,
		0, 0, // owner and group
		1, // links
		0, // modification time
		uint32(len(content)),
		0, 0, 0, 0, // device numbers
		uint32(len(name) + 1),
		0, // checksum, unused in this form
	}
	header := []byte("070701")
	for _, f := range fields {
		header = fmt.Appendf(header, "%08x", f)
	}
	header = append(append(header, name...), 0)
	for _, part := range [][]byte{header, content} {
		padding := make([]byte, -len(part)&3)
		if _, err := c.w.Write(append(part, padding...)); err != nil {
			return err
		}
	}
	return nil
}
