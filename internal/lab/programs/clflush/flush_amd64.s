//go:build linux

#include "textflag.h"

// func flush(o *order)
TEXT ·flush(SB), NOSPLIT, $0-8
	MOVQ o+0(FP), AX
	CLFLUSH (AX)
	RET
