// Package files opens, makes and replaces files on behalf of the person for whom tare works,
// with his rights.
//
// What is opened was made by somebody else: what is named a file may be a pipe that nobody
// writes to or a device without an end, and neither must keep tare from ending, nor fill its
// memory. Under sudo it may be a link to what only root can read.
//
// What is made takes the place of another file only when it is complete: whatever happens
// before, what was there stays.
//
// What is temporary does not outlive its owner for long: it carries its owner's identity in
// its name, and the next one to be made in the same place removes those whose owner is gone.
package files
