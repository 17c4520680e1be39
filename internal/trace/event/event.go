// Package event is what streams through an explanation, by the million and never stored
// as such: events of Go traces and of kernel recordings, and the pieces of time that both
// come to when they are joined. What is kept is in package record.
package event
