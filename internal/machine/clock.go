package machine

import "tare/internal/record"

var clockReaders = []reader{
	{record.FactClocksource, content(clockDir + "/current_clocksource")},
	{record.FactClocksources, content(clockDir + "/available_clocksource")},
}

const clockDir = "sys/devices/system/clocksource/clocksource0"
