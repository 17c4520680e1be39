package hook

import (
	"runtime"
	"strings"
	"testing"
)

const plainNM = `         U fmt.Fprintf
    12ab        178 T testing.(*B).StartTimer
    1300         33 t testing.hidden
    1400        100 D testing.data
`

const hookedNM = `/cache/x-d(_go_.o):	                  0 U fmt.Fprintf
/cache/x-d(_go_.o):	    12ab        193 T testing.(*B).StartTimer
/cache/x-d(_go_.o):	    1300         33 t testing.hidden
/cache/x-d(_go_.o):	    1400        500 D testing.data
/cache/x-d(_go_.o):	    1500         64 T testing.tareOpen
/cache/x-d(_go_.o):	    1600         24 T testing.tarePad
/cache/x-d(_go_.o):	    1700         85 T type:.eq.testing.tareSnap
/cache/x-d(tare_pad_amd64.o):	    1800          1 T testing.tarePad
`

func TestGrown(t *testing.T) {
	want, ok := map[string]int{"amd64": 224 - 192 + 64 + 32, "arm64": 208 - 192 + 64 + 16}[runtime.GOARCH]
	got, err := Grown([]byte(plainNM), []byte(hookedNM))
	if (err == nil) != ok || got != want {
		t.Errorf("grown by %d, %v; want %d", got, err, want)
	}
	if _, err := Grown([]byte("1 x T testing.f\n"), nil); err == nil {
		t.Error("no error for a size that is no number")
	}
}

// The padding function's own alignment, its instruction and the padding are
// whole multiples of the alignment.
func TestPadding(t *testing.T) {
	for arch, bytes := range map[string]struct{ instruction, word int }{"amd64": {1, 1}, "arm64": {4, 4}} {
		for _, n := range []int{align[arch], 10 * align[arch], page - align[arch]} {
			size := bytes.instruction + bytes.word*strings.Count(padding(arch, n), "\n")
			if size != align[arch]+n {
				t.Errorf("%s: %d bytes for a padding of %d", arch, size, n)
			}
		}
		if padding(arch, 0) != "" {
			t.Errorf("%s: padding for nothing", arch)
		}
	}
}

func FuzzGrown(f *testing.F) {
	f.Add(plainNM, hookedNM)
	f.Fuzz(func(t *testing.T, plain, hooked string) {
		forth, err1 := Grown([]byte(plain), []byte(hooked))
		back, err2 := Grown([]byte(hooked), []byte(plain))
		if err1 == nil && err2 == nil && forth != -back {
			t.Errorf("%d forth, %d back", forth, back)
		}
	})
}
