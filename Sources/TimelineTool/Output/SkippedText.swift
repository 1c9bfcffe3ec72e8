enum SkippedText {
    private static let limit = 10

    /// `steps 2 to 5, step 9 and 3 more`; nil if there are none.
    static func list(_ steps: RangeSet<Int>) -> String? {
        if steps.isEmpty { return nil }
        let shown = steps.ranges.prefix(limit).map { Layout.steps($0.lowerBound...$0.upperBound - 1) }
        let rest = steps.ranges.dropFirst(limit).reduce(0) { $0 + $1.count }
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(Layout.count(rest, "more step"))" : "")
    }

    static func list(_ steps: [Int]) -> String? { list(RangeSet(steps.map { $0..<$0 + 1 })) }

    static func unknownStates(_ positions: RangeSet<Int>) -> String? {
        list(positions).map { "The states are unknown after \($0)." }
    }

    static func beginning(_ first: Int) -> String? {
        first > 0 ? "The recording begins at step \(first): this holds from there on." : nil
    }

    static func notes(onFresh steps: RangeSet<Int>, from first: Int) -> [String] {
        let restarts = list(steps).map {
            "Not replayed, because their actions are not in the file: \($0). "
                + "Replay continued from the states recorded after them."
        }
        return [beginning(first), restarts].compactMap(\.self)
    }
}
