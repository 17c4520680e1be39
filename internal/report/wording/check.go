package wording

import (
	"fmt"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// Checked says how the account of the threads compares with what the kernel
// counts; it is empty where that was not compared.
func Checked(c record.ThreadCheck) string {
	if !c.StatRan.OK() {
		return ""
	}
	text := fmt.Sprintf("%s ran for %s, where schedstat says %s", unit.Plural(c.Threads, "thread"), Ns(float64(c.Ran)), beside(c.Ran, c.StatRan))
	if !c.StatWaited.OK() {
		return text + fmt.Sprintf("; how long they waited for a CPU is not checked (%s)", Because(c.StatWaited.Status, c.StatWaited.Why))
	}
	return text + fmt.Sprintf(", and waited for a CPU for %s, where it says %s", Ns(float64(c.Waited)), beside(c.Waited, c.StatWaited))
}

// beside is what else says how long something took, and what the account makes
// of that: "1.236s (−0.2%)".
func beside(account int64, other record.Reading) string {
	if other.Value <= 0 {
		return "none"
	}
	return fmt.Sprintf("%s (%s)", Ns(other.Value), Signed(float64(account)/other.Value-1, 1))
}

// Summed is for accounts that have no residual, since their total is the sum of
// their items: what checks them instead, or why nothing does.
func Summed(c record.ThreadCheck) string {
	text := "there is no residual: the total is the sum of the items"
	if checked := Checked(c); checked != "" {
		return text + "; what checks them: " + checked
	}
	return text + fmt.Sprintf(", and it is not checked (%s)", Because(c.StatRan.Status, c.StatRan.Why))
}
