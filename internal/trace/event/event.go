// Package event is what streams through an explanation, by the million and never stored
// as such: events of Go traces and of kernel recordings, and the pieces of time that both
// come to when they are joined. It is also how they are handed over, and how what is known of
// their goroutines is found again. What is kept is in package record.
package event
