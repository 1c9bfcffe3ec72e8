/// Where a line begins in a journal of one or more segments.
package struct Place: Hashable, Sendable {
    package let segment: Int
    package let line: Int
    package let byte: Int

    /// Stands for a line whose number nobody counted.
    static let unknownLine = Int.min
}
