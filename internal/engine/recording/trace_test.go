package recording

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A server that has been named may not have tare ask another one.
func TestRedirect(t *testing.T) {
	asked := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/own" {
			return
		}
		to := other.URL
		if r.URL.Path == "/stay" {
			to = "/own"
		}
		http.Redirect(w, r, to, http.StatusFound)
	}))
	defer server.Close()
	answer, err := traceClient.Get(server.URL + "/stay")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if _, err := traceClient.Get(server.URL); err == nil || !strings.Contains(err.Error(), "name that with -http") || asked {
		t.Errorf("%v, asked %v", err, asked)
	}
}
