/// What to do with a key that stands twice in one object. RFC 8259, section 4, only says that keys SHOULD be unique.
package enum DuplicateKeys: Sendable {
    /// The text is refused: readers differ in which of two members they take. The format of a journal demands it.
    case refused
    /// The later member counts, as in most parsers: for JSON that others wrote.
    case lastWins
}
