// Package ccall computes in C, where there is a C compiler; elsewhere it has the kernel
// compute.
package ccall
