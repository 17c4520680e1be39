//go:build !unix

package input

const unblocked = 0
