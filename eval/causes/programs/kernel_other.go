//go:build !linux

package main

import (
	"errors"
	"time"
)

var errLinux = errors.New("this is a program for Linux")

func rawWaiter() (func(time.Duration), error) { return nil, errLinux }

func forgetful(int) (region []byte, forget func() error, err error) { return nil, nil, errLinux }
