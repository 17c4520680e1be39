// func bp() uintptr
TEXT ·bp(SB), 4, $0-8
	MOVQ BP, ret+0(FP)
	RET
