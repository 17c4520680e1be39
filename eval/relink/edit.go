package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// module is the module before it is edited.
func module() map[string]string {
	return map[string]string{
		"go.mod":          "module example.com/relink\n\ngo 1.24\n",
		"subject_test.go": subject,
		"a_test.go":       neighbours(rand.New(rand.NewPCG(0, 0)), "A", 3),
		"z_test.go":       neighbours(rand.New(rand.NewPCG(0, 1)), "Z", 3),
	}
}

// edit is the module after an edit that leaves alone what the benchmarks of the
// subject run. With initialize, something new runs before them.
func edit(seed uint64, initialize bool) map[string]string {
	random := rand.New(rand.NewPCG(seed, 1))
	files := maps.Clone(module())
	switch random.IntN(4) {
	case 0: // neighbours change
		files["a_test.go"] = neighbours(random, "A", 1+random.IntN(6))
	case 1: // more neighbours
		files["b_test.go"] = neighbours(random, "B", 1+random.IntN(6))
	case 2: // a file goes
		delete(files, "a_test.go")
	case 3: // files come in another order
		files["t_test.go"], files["m_test.go"] = files["a_test.go"], files["z_test.go"]
		delete(files, "a_test.go")
		delete(files, "z_test.go")
	}
	if initialize {
		files["init_test.go"] = fmt.Sprintf("package relink\n\nvar initialized int\n\nfunc init() { initialized = %d }\n", random.IntN(1000))
	}
	return files
}

// neighbours is a file of so many benchmarks of any size.
func neighbours(random *rand.Rand, prefix string, n int) string {
	var b strings.Builder
	b.WriteString("package relink\n\nimport \"testing\"\n")
	for i := range n {
		fmt.Fprintf(&b, "\nfunc Benchmark%s%d(b *testing.B) {\n\tx := 1\n\tfor b.Loop() {\n", prefix, i)
		for range 1 + random.IntN(40) {
			fmt.Fprintf(&b, "\t\tx = x*%d + x>>%d\n", 3+2*random.IntN(500), 1+random.IntN(30))
		}
		b.WriteString("\t}\n\tif x == 0 {\n\t\tb.Log(x)\n\t}\n}\n")
	}
	return b.String()
}
