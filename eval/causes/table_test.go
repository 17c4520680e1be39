package main

import (
	"testing"

	"tare/internal/test/golden"
)

func TestTable(t *testing.T) {
	p := lockAndSpinner()
	p.plants[0].what, p.plants[1].what = "a lock that is mostly held", "a process | that spins"
	wrong := right()
	wrong[0].Who = "main.other"
	found := outcomes{
		{Program: "as it is", program: p, Runs: []verdict{judge(p, right(), told(t))}},
		{Program: "once wrong", program: p, Runs: []verdict{judge(p, right(), told(t)), judge(p, wrong, told(t))}},
		{Program: "broken", program: p, Runs: []verdict{{Failed: "exit status 5:\na | b"}}},
	}
	golden.Check(t, "table.md", found.table()+"\n"+found.summary()+"\n")
}
