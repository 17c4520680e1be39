package record

// The groups of facts and findings, in the order of a report.
const (
	GroupCPU       = "CPU"
	GroupFrequency = "frequency"
	GroupVirtual   = "virtualisation"
	GroupLimits    = "limits"
	GroupGo        = "Go"
	GroupMemory    = "memory"
	GroupKernel    = "kernel"
	GroupClock     = "clock"
	GroupBusy      = "noise"
	GroupTools     = "instruments"
)

// Groups lists them in that order.
var Groups = []string{GroupCPU, GroupFrequency, GroupVirtual, GroupLimits, GroupGo,
	GroupMemory, GroupKernel, GroupClock, GroupBusy, GroupTools}

// The names of the facts in Machine.Facts, each with what its Value looks like
// and what its Number is. CPU model, CPUs, affinity and kernel have fields of
// their own and become facts only when they are missing.
const (
	FactCPUModel    = "CPU model"
	FactCPUs        = "CPUs online"
	FactAffinity    = "CPU affinity"
	FactTopology    = "topology"                     // "1 socket × 8 cores × 2 threads"; Number: cores
	FactCaches      = "caches"                       // "L1d 32KiB, L2 1MiB, L3 36MiB shared by 16 CPUs, line 64B"; Number: bytes of the last level
	FactHybrid      = "core types"                   // "all alike", or "8 performance (0-15), 8 efficient (16-23)"; Number: how many types
	FactSMT         = "SMT"                          // "active (control on)" or "inactive (control off)"; Number: threads per core online
	FactNUMA        = "NUMA nodes"                   // Number: how many are online
	FactOffline     = "CPUs offline"                 // "none" or "4-7"; Number: how many
	FactIsolated    = "isolated CPUs"                // "none" or "2-3"; Number: how many
	FactNoHzFull    = "tickless CPUs"                // nohz_full, likewise
	FactRCUNoCBs    = "RCU callbacks offloaded from" // rcu_nocbs= of the command line; likewise
	FactMitigations = "mitigations"                  // "5 mitigated, 1 vulnerable (mds)", "off (mitigations=off)"; Number: vulnerable ones

	FactFrequencyDriver = "frequency driver"   // scaling_driver of the cpufreq policies
	FactGovernor        = "governor"           // "performance", or "performance ×4, powersave ×4"
	FactFrequencyRange  = "frequency range"    // scaling_min–max within cpuinfo_min–max: "800MHz–3.50GHz of 800MHz–4.20GHz"; Number: scaling_min ÷ scaling_max
	FactEPP             = "energy preference"  // energy_performance_preference
	FactBoost           = "boost"              // "on" or "off"
	FactIdleStates      = "idle states"        // "intel_idle, governor menu, deepest C6 (133µs)"; Number: exit latency of the deepest enabled one in ns
	FactCPULatency      = "CPU latency limit"  // /dev/cpu_dma_latency: "none" or "0s"; Number: ns
	FactThrottleCounts  = "thermal throttling" // "12 core and 3 package events since boot"; Number: their sum
	FactTemperature     = "temperature"        // "54°C, limit 100°C"; Number: °C of the hottest sensor
	FactPower           = "power"              // "mains", "battery (discharging)"

	FactHypervisor = "hypervisor"     // "none", or what it calls itself
	FactSteal      = "steal"          // "25 of 21506 busy ticks since boot (0.12%)"; Number: share of the busy time, a fraction of one
	FactWSL        = "WSL"            // "no", "WSL1", "WSL2" or "WSL2 (custom kernel)"
	FactContainer  = "container"      // "no sign", or signs of runtimes, each with its source
	FactBalloon    = "memory balloon" // "no", or the driver that is loaded: "virtio_balloon"

	FactCgroups   = "control groups"         // "v1", "v2", "hybrid (v1 controllers: cpu, memory)" or "none"
	FactLeafQuota = "quota of the own group" // what the Go runtime looks at: "none" or "1.5 CPUs"; Number: CPUs

	FactMemory          = "memory"                 // "23.54GiB"; Number: bytes
	FactMemoryAvailable = "memory available"       // likewise
	FactSwap            = "swap in use"            // "0B of 2.000GiB"; Number: bytes in use
	FactSwappiness      = "swappiness"             // Number
	FactTHP             = "transparent huge pages" // "always", "madvise" or "never"
	FactTHPDefrag       = "huge page defrag"       // chosen word of transparent_hugepage/defrag
	FactHugePages       = "reserved huge pages"    // "none", "512 × 2MiB"; Number: bytes reserved
	FactKSM             = "same-page merging"      // "off", "running", "stopped, pages merged before stay merged"
	FactOvercommit      = "overcommit"             // "0 (heuristic)", "1 (always)", "2 (never)"; Number
	FactPressureCPU     = "CPU pressure"           // PSI "some" over 10 s and 60 s: "1.2% and 0.4%"; Number: avg10, a fraction of one
	FactPressureMemory  = "memory pressure"        // likewise
	FactPressureIO      = "I/O pressure"           // likewise

	FactKernel         = "kernel"
	FactScheduler      = "scheduler"          // "EEVDF" (6.6 and later) or "CFS", and sched_ext's when one is loaded
	FactSchedSlice     = "scheduler slice"    // "base_slice 2.800ms" from debugfs sched/, or sysctl before 5.13; Number: ns
	FactAutogroup      = "autogroup"          // "on" or "off"
	FactPreemption     = "preemption"         // "voluntary", "full", "none", "lazy", "realtime"
	FactTick           = "tick"               // "250Hz" when the configuration says; Number: Hz
	FactNUMABalancing  = "NUMA balancing"     // "on" or "off"
	FactTimerMigration = "timer migration"    // "on" or "off"
	FactWatchdogs      = "watchdogs"          // "none", "soft", "hard (NMI)", "soft, hard (NMI)"
	FactWorkqueue      = "workqueue CPUs"     // list: "0-7"; Number: how many
	FactIRQAffinity    = "interrupt affinity" // "31 interrupts, 28 on every CPU, default 0-7"; Number: how many may go to every CPU
	FactIRQBalance     = "irqbalance"         // "not running", "running (PID 812)"
	FactASLR           = "ASLR"               // "2 (on)"; Number
	FactDirectory      = "working directory"  // file system and mount point: "ext4 at /home"

	FactClocksource  = "clocksource"            // "tsc"
	FactClocksources = "available clocksources" // "tsc hpet acpi_pm"

	FactLoad       = "load average"   // over 1, 5 and 15 minutes: "0.12 0.30 0.17"; Number: the first
	FactNeighbours = "busy processes" // "none above 2% of a CPU" or "chrome 35%, dockerd 4%"; Number: CPUs, their sum

	FactPerfParanoid = "perf_event_paranoid" // -1 to 4; Number
	FactPerfRate     = "perf sample rate"    // perf_event_max_sample_rate: "100000Hz"; Number: Hz
	FactPMU          = "hardware counters"   // names below /sys/bus/event_source/devices that count instructions: "cpu", "cpu_core, cpu_atom"; "none"
	FactBPF          = "eBPF"                // "yes (BTF, CAP_BPF)", "no: …"
	FactTracefs      = "tracefs"             // "mounted at /sys/kernel/tracing", "not mounted"
	FactCapabilities = "capabilities"        // those that tare can use: "SYS_ADMIN SYS_NICE …", "none"
	FactLockdown     = "kernel lockdown"     // chosen word: "none", "integrity", "confidentiality"
	FactUser         = "user"                // "root" or "uid 1000", from /proc/self/status
)
