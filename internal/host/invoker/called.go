package invoker

import (
	"fmt"
	"os/user"
	"strconv"

	"tare/internal/host/proc"
)

// called returns who had root's rights given to him for this process: by sudo, doas(1) or
// pkexec(1). Each of them sets its variable itself, whatever its caller had there, and none
// lets another's through unless told to; sudo's comes first, which also says when it was
// root who called it. Whoever has root's rights already can set them as he likes: he gives
// up rights by that, and gains none.
func called(euid int, getenv func(string) string) (Person, bool, error) {
	switch {
	case euid != 0:
		return Person{}, false, nil
	case getenv("SUDO_UID") != "":
		p, ok := bySudo(getenv)
		return p, ok, nil
	case getenv("DOAS_USER") != "":
		return known("DOAS_USER", getenv, user.Lookup)
	case getenv("PKEXEC_UID") != "":
		return known("PKEXEC_UID", getenv, user.LookupId)
	}
	return Person{}, false, nil
}

// bySudo returns who called sudo, also one of whom the machine's files do not know.
func bySudo(getenv func(string) string) (Person, bool) {
	uid, err1 := strconv.ParseUint(getenv("SUDO_UID"), 10, 31)
	gid, err2 := strconv.ParseUint(getenv("SUDO_GID"), 10, 31)
	if err1 != nil || err2 != nil || uid == 0 {
		return Person{}, false
	}
	p := person(uid, gid)
	p.Name, p.Home = getenv("SUDO_USER"), getenv("SUDO_HOME")
	return p, true
}

// known returns the user whom a variable names, of whom neither doas nor pkexec says the
// group. Without one nothing can be done as that user, and as root nothing should.
func known(variable string, getenv func(string) string, lookup func(string) (*user.User, error)) (Person, bool, error) {
	u, err := lookup(getenv(variable))
	if err != nil {
		return Person{}, false, fmt.Errorf("acting for the user that %s names (unset it to act as root): %w", variable, err)
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 31)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 31)
	if err1 != nil || err2 != nil || uid == 0 {
		return Person{}, false, nil
	}
	return person(uid, gid), true, nil
}

func person(uid, gid uint64) Person {
	return Person{User: proc.User{UID: int(uid), GID: int(gid), Groups: []int{int(gid)}}}
}
