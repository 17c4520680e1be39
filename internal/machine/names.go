package machine

// The names of the facts in record.Machine.Facts. CPU model, CPUs, affinity and
// kernel have fields of their own and become facts only when they are missing.
const (
	FactCPUModel = "CPU model"
	FactCPUs     = "CPUs online"
	FactAffinity = "CPU affinity"
	FactKernel   = "kernel"

	FactHypervisor      = "hypervisor"             // "none", or what it calls itself
	FactWSL             = "WSL"                    // "no", "WSL1" or "WSL2"
	FactContainer       = "container"              // signs of runtimes, each with its source
	FactFrequencyDriver = "frequency driver"       // scaling_driver of the cpufreq policies
	FactGovernor        = "governor"               // scaling_governor, likewise
	FactBoost           = "boost"                  // "on" or "off"
	FactSMT             = "SMT"                    // "active (control on)"
	FactNUMA            = "NUMA nodes"             // how many are online
	FactClocksource     = "clocksource"            // "tsc"
	FactTHP             = "transparent huge pages" // "always", "madvise" or "never"
	FactASLR            = "ASLR"                   // randomize_va_space and its meaning
	FactMemory          = "memory"                 // "23.54GiB"
	FactDirectory       = "working directory"      // file system and mount point: "ext4 at /home"
	FactPerfParanoid    = "perf_event_paranoid"    // -1 to 4
	FactMemoryAvailable = "memory available"       // "23.13GiB"
	FactSwap            = "swap in use"            // "0B of 2.000GiB"
	FactLoad            = "load average"           // over 1, 5 and 15 minutes: "0.12 0.30 0.17"
	FactSteal           = "steal"                  // "25 of 21506 busy ticks since boot (0.12%)"
)
