// An app imports `TimelineKit` alone; these names of the room below appear in its interface.
@_exported public import struct TimelineJournal.FileError
@_exported public import struct TimelineJournal.Origin
