// Package threads works and waits in C. Without a C compiler there is nothing in
// it.
package threads
