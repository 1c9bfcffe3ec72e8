import TimelineKit

// sample: RecordingAnyStore#Where the types live:1
