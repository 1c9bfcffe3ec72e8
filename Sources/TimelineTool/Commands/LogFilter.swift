internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

/// Finds the steps whose actions match a condition, in blocks of lines of a journal that was checked.
struct LogFilter: Sendable {
    /// The matching lines of a block, in order.
    struct Matches: Sendable {
        var lines: [LocatedLine] = []
        /// The paths of the condition that selected nothing in the block.
        var unseen: UnseenPaths
        /// Why the block was not read to its end.
        var error: (any Error)?
    }

    private let condition: JSONCondition
    private let steps: ClosedRange<Int>
    /// The quoted names of which an action must have one to match; nil if others may match.
    private let names: [[UInt8]]?

    init(_ condition: JSONCondition, in steps: ClosedRange<Int>) throws {
        self.condition = condition
        self.steps = steps
        // Most actions have none of the members that the condition reads, and need no parse.
        let isEmptyMatched = try condition.holds(for: .members([:]))
        let names = condition.memberNames?.map { JSON.string($0).text }
        self.names = isEmptyMatched || names?.contains { $0.contains(UInt8(ascii: "\\")) } == true ? nil : names
    }

    func matches(in block: LineBlock) -> Matches {
        var matches = Matches(unseen: UnseenPaths(condition))
        if block.isTorn { return matches }
        do {
            try block.bytes.withUnsafeBufferPointer { bytes in
                for range in block.lines {
                    let line = UnsafeBufferPointer(rebasing: bytes[range])
                    if let prefix = LinePrefix(line) {
                        guard prefix.kind == .action, steps.contains(prefix.seq) else { continue }
                        if let names,
                            !Self.mayContain(names, UnsafeBufferPointer(rebasing: line[prefix.valueOffset...]))
                        {
                            matches.unseen.add(emptyValues: 1)
                            continue
                        }
                    }
                    try add(Array(line), at: block.byte + range.lowerBound, to: &matches)
                }
            }
        } catch {
            matches.error = error
        }
        return matches
    }

    private func add(_ bytes: [UInt8], at byte: Int, to matches: inout Matches) throws {
        let line = try LineParser.parse(bytes)
        guard case .step(let step) = line, case .action(let text) = step.change, steps.contains(step.seq) else {
            return
        }
        let action = text.value
        matches.unseen.evaluate(in: action)
        guard try condition.holds(for: action) else { return }
        matches.lines.append(LocatedLine(number: 0, byte: byte, bytes: bytes, content: line))
    }

    /// Whether the text has one of the quoted names, or an escape, which may hide one.
    private static func mayContain(_ names: [[UInt8]], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for place in text.indices {
            switch text[place] {
            case UInt8(ascii: "\\"): return true
            case UInt8(ascii: "\""):
                for name in names where text.count - place >= name.count {
                    if name.indices.allSatisfy({ text[place + $0] == name[$0] }) { return true }
                }
            default: break
            }
        }
        return false
    }
}
