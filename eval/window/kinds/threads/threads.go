//go:build cgo && unix

package threads

// #include <unistd.h>
//
// static unsigned work(unsigned n) {
// 	volatile unsigned x = 1;
// 	for (unsigned i = 0; i < n; i++) x = x * 1103515245 + 12345;
// 	return x;
// }
import "C"

// Work does n steps in C.
func Work(n uint) uint { return uint(C.work(C.uint(n))) }

// Sleep waits in C for a time in microseconds, on a thread of its own.
func Sleep(us uint) { C.usleep(C.useconds_t(us)) }
