// Prints addresses of code of its own, of the C library and of neither, and
// waits for its input to end.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int own(void) { return getchar(); }

int main(void) {
	void *anon = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	printf("[%lu, %lu, %lu]\n", (unsigned long)own + 1, (unsigned long)qsort + 1, (unsigned long)anon + 1);
	fflush(stdout);
	return own() != EOF;
}
