package perfetto

// The fields of Perfetto's messages that a trace has. Source: the files named
// below in github.com/google/perfetto, protos/perfetto/trace.
const (
	tracePacket field = 1 // trace.proto, Trace

	// trace_packet.proto, TracePacket
	packetClockSnapshot field = 6
	packetTimestamp     field = 8
	packetSequence      field = 10 // trusted_packet_sequence_id
	packetEvent         field = 11 // track_event
	packetInterned      field = 12 // interned_data
	packetFlags         field = 13 // sequence_flags
	packetDefaults      field = 59 // trace_packet_defaults
	packetTrack         field = 60 // track_descriptor

	defaultsClock field = 58 // trace_packet_defaults.proto: timestamp_clock_id

	// clock_snapshot.proto, ClockSnapshot and ClockSnapshot.Clock
	snapshotClocks  field = 1
	snapshotPrimary field = 2 // primary_trace_clock
	clockID         field = 1
	clockTime       field = 2

	// track_event/track_descriptor.proto, TrackDescriptor
	trackUUID     field = 1
	trackName     field = 2
	trackProcess  field = 3
	trackThread   field = 4
	trackParent   field = 5
	trackCounter  field = 8
	trackOrdering field = 11 // child_ordering
	trackRank     field = 12 // sibling_order_rank
	trackMerge    field = 15 // sibling_merge_behavior

	// track_event/process_descriptor.proto, thread_descriptor.proto, counter_descriptor.proto
	processPID  field = 1
	processName field = 6
	threadPID   field = 1
	threadTID   field = 2
	threadName  field = 5
	counterUnit field = 3

	// track_event/track_event.proto, TrackEvent
	eventArg     field = 4 // debug_annotations
	eventType    field = 9
	eventNameIID field = 10
	eventTrack   field = 11
	eventCounter field = 30 // counter_value

	// track_event/debug_annotation.proto, DebugAnnotation
	argNameIID   field = 1
	argInt       field = 4
	argStringIID field = 17

	// interned_data/interned_data.proto, InternedData; and what it consists of:
	// EventName, DebugAnnotationName, InternedString
	internedNames    field = 2
	internedArgNames field = 3
	internedStrings  field = 29
	internedIID      field = 1
	internedText     field = 2
)

// Values of enumerations in the same files, and in common/builtin_clock.proto.
const (
	clockRealtime  = 1
	clockMonotonic = 3

	stateCleared = 1 // SEQ_INCREMENTAL_STATE_CLEARED
	stateNeeded  = 2 // SEQ_NEEDS_INCREMENTAL_STATE

	orderExplicit = 3 // TrackDescriptor.EXPLICIT
	mergeNone     = 2 // TrackDescriptor.SIBLING_MERGE_BEHAVIOR_NONE
	unitCount     = 2 // CounterDescriptor.UNIT_COUNT

	typeBegin   = 1 // TrackEvent.TYPE_SLICE_BEGIN
	typeEnd     = 2
	typeInstant = 3
	typeCounter = 4
)
