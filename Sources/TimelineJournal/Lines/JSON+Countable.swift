internal import TimelineJSON

extension JSON {
    /// The value as a step's number or a count, where it is one: whole, and from 0 to 2^53.
    ///
    /// Readers whose numbers are all doubles tell steps apart up to there, and one more or less never overflows.
    var countable: Int? {
        int.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
    }
}
