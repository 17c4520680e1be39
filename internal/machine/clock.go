package machine

import "tare/internal/record"

var clockReaders = []reader{
	{record.FactClocksource, text(source.clocksource)},
	{record.FactClocksources, text(source.clocksources)},
}

const clockDir = "sys/devices/system/clocksource/clocksource0"

func (s source) clocksource() (string, error) { return s.text(clockDir + "/current_clocksource") }

func (s source) clocksources() (string, error) { return s.text(clockDir + "/available_clocksource") }
