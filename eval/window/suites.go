package main

// own is where this module has its benchmarks.
const own = "eval/window/kinds"

// suites are the benchmarks of ./kinds, and some of other people's.
var suites = []suite{
	{name: "kinds", folder: own, list: []bench{
		{name: "HashN", what: "b.N, nothing else"},
		{name: "HashLoop", what: "b.Loop, nothing else"},
		{name: "Sort", what: "a copied slice"},
		{name: "Regexp", what: "few allocations"},
		{name: "Strconv", what: "tiny allocations"},
		{name: "JSON", what: "15 allocations"},
		{name: "Walk64MB", what: "64 MB of memory per op"},
		{name: "Reported", what: "ReportMetric and SetBytes"},
		{name: "SetupN", what: "5 ms of set-up before b.N, no ResetTimer"},
		{name: "SetupLazy", what: "5 ms of set-up in the first b.Loop iteration"},
		{name: "SetupOnce", what: "5 ms of set-up in a sync.Once"},
		{name: "SetupReset", what: "5 ms of set-up, ResetTimer"},
		{name: "TimerEach", what: "timer off in every iteration"},
		{name: "TimerTwenty", what: "timer off 20 times, ResetTimer"},
		{name: "Alloc98KBLive0", what: "98 KB/op, nothing alive"},
		{name: "Alloc98KBLive10", what: "98 KB/op beside 10 MB"},
		{name: "Alloc98KBLive60", what: "98 KB/op beside 60 MB"},
		{name: "Alloc98KBLive100", what: "98 KB/op beside 100 MB"},
		{name: "AllocSmall", what: "768 B in 16 allocations"},
		{name: "Finalizers", what: "a finalizer per op"},
		{name: "Unique", what: "unique.Make, 10,000 values"},
		{name: "Pool", what: "sync.Pool, no garbage"},
		{name: "PoolPressed", what: "sync.Pool, 16 KB of garbage per op"},
		{name: "MapBounded", what: "a map grows to 100,000 keys"},
		{name: "MapGrowing", what: "a map grows with b.N"},
		{name: "SliceGrowing", what: "a slice grows with b.N"},
		{name: "Parallel", what: "RunParallel, CPU-bound", cpus: true},
		{name: "ParallelMutex", what: "RunParallel with a lock"},
		{name: "PingPong", what: "two goroutines, unbuffered channels"},
		{name: "Sleep100us", what: "sleeps"},
		{name: "Sleep1ms", what: "sleeps"},
		{name: "FileRead", what: "4 KB from the page cache"},
		{name: "FileWrite", what: "4 KB to the page cache"},
	}},
	{name: "init10", folder: own + "/init10", list: []bench{{name: "Alloc98KBInit10", what: "98 KB/op, 10 MB made at init"}}},
	{name: "init60", folder: own + "/init60", list: []bench{{name: "Alloc98KBInit60", what: "98 KB/op, 60 MB made at init"}}},
	{name: "init100", folder: own + "/init100", list: []bench{{name: "Alloc98KBInit100", what: "98 KB/op, 100 MB made at init"}}},
	{name: "table", folder: own + "/table", list: []bench{{name: "LookUp", what: "a table of 50 MB and 20 ms of work at init"}}},
	{name: "testmain", folder: own + "/testmain", list: []bench{{name: "Fixture", what: "a fixture made in TestMain"}}},
	{name: "threads", folder: own + "/threads", cgo: true, list: []bench{
		{name: "CgoWork", what: "C on all CPUs"},
		{name: "CgoSleep", what: "four threads sleep in C"},
	}},
	{name: "xxhash", module: "github.com/cespare/xxhash/v2@v2.3.0", list: []bench{
		{name: "Sum64/4B"}, {name: "Sum64/4KB"}, {name: "Sum64/10MB"}, {name: "DigestBytes/100B"},
	}},
	{name: "mux", module: "github.com/gorilla/mux@v1.8.1", list: []bench{
		{name: "Mux"}, {name: "ManyPathVariables"}, {name: "_findQueryKey/2"}, {name: "_findQueryKeyGoLib/2"},
	}},
	{name: "gjson", module: "github.com/tidwall/gjson@v1.18.0", list: []bench{
		{name: "Valid"}, {name: "ValidBytes"}, {name: "GoStdlibValidBytes"},
	}},
	{name: "fastjson", module: "github.com/valyala/fastjson@v1.6.4", list: []bench{
		{name: "ObjectGet/items_10/lookups_8"}, {name: "Parse/small/stdjson-map"}, {name: "Parse/medium/fastjson"}, {name: "MarshalTo/medium"},
	}},
	{name: "huff0", module: "github.com/klauspost/compress@v1.18.0", folder: "huff0", list: []bench{
		{name: "Compress1XReuseNone/gettysburg"}, {name: "Compress1XReuseNone/twain"}, {name: "Decompress4XTable/gettysburg"}, {name: "Decompress4XTable/twain"},
	}},
	{name: "btree", module: "github.com/google/btree@v1.1.3", list: []bench{
		{name: "InsertG"}, {name: "GetG"}, {name: "DeleteInsertCloneEachTimeG"}, {name: "AscendG"},
	}},
}
