public import TimelineSystem

/// What the system reported when a file was to be opened, read or written.
public typealias FileError = TimelineSystem.FileError
