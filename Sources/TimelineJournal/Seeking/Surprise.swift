internal import TimelineSystem

/// Why a search gave up. The journal is then read from its start, which tells what is wrong with it, if anything is.
enum Surprise: Error, Equatable {
    /// A line is not one that a recorder writes, or not where it should be.
    case unexpected(byte: Int)
    case unreadable(FileError)
}
