internal import TimelineKit
internal import TimelineReplay

struct LogFilter: Sendable {
    struct Matches: Sendable {
        var count = 0
        var output: [UInt8] = []
        var changes = 0
        var unseen: UnseenPaths?
        var isPastEnd = false
        var error: (any Error)?

        init(_ selection: StepSelection) { unseen = selection.condition.map { UnseenPaths($0) } }

        mutating func add(_ line: Line, _ selection: StepSelection) throws(JSONPathError) -> Bool {
            if case .step(let step) = line, selection.changes?.contains(step) == true { changes += 1 }
            let isSelected = try selection.contains(line, &unseen)
            if isSelected { count += 1 }
            return isSelected
        }

        mutating func add(_ other: Matches) {
            count += other.count
            changes += other.changes
            if let unseen = other.unseen { self.unseen?.add(unseen) }
        }
    }

    private let selection: StepSelection
    private let steps: ClosedRange<Int>
    /// The quoted names of which an action must have one to match; nil if others may match.
    private let names: [[UInt8]]?
    private let format: @Sendable (LocatedLine) -> [UInt8]

    init(
        _ selection: StepSelection, in steps: ClosedRange<Int>,
        format: @escaping @Sendable (LocatedLine) -> [UInt8]
    ) throws {
        (self.selection, self.steps, self.format) = (selection, steps, format)
        guard let condition = selection.condition else {
            names = nil
            return
        }
        // Most actions have none of the members that the condition reads, and need no parse.
        let isEmptyMatched = try condition.holds(for: .members([:]))
        let names = condition.memberNames?.map { JSON.string($0).text }
        // Steps that changed the path are counted, whatever their action.
        self.names =
            isEmptyMatched || selection.changes != nil || names?.contains { $0.contains(UInt8(ascii: "\\")) } == true
            ? nil : names
    }

    func matches(in block: LineBlock) -> Matches {
        var matches = Matches(selection)
        if block.isTorn { return matches }
        do {
            try block.bytes.withUnsafeBufferPointer { bytes in
                for range in block.lines {
                    let line = UnsafeBufferPointer(rebasing: bytes[range])
                    if let outline = LineOutline(beginning: line) {
                        if outline.seq > steps.upperBound, outline.kind == .action { matches.isPastEnd = true }
                        guard steps.contains(outline.seq), selection.mayContain(outline) else { continue }
                        if let names,
                            !Self.mayContain(names, UnsafeBufferPointer(rebasing: line[outline.valueOffset...]))
                        {
                            matches.unseen?.add(emptyValues: 1)
                            continue
                        }
                        guard try mayMatch(outline, line, &matches.unseen) else { continue }
                    }
                    try add(Array(line), at: block.byte + range.lowerBound, to: &matches)
                }
            }
        } catch { matches.error = error }
        return matches
    }

    /// By the action alone, so that lines that are not listed need no whole parse.
    private func mayMatch(
        _ outline: LineOutline, _ line: UnsafeBufferPointer<UInt8>, _ unseen: inout UnseenPaths?
    ) throws(JSONPathError) -> Bool {
        guard let condition = selection.condition, selection.origin == nil, selection.changes == nil,
            outline.kind == .action,
            let action = JSON(beginningOf: UnsafeBufferPointer(rebasing: line[outline.valueOffset...]))
        else { return true }
        if try condition.holds(for: action) { return true }
        unseen?.evaluate(in: action)
        return false
    }

    private func add(_ bytes: [UInt8], at byte: Int, to matches: inout Matches) throws {
        let line = try LineParser.parse(bytes)
        guard let seq = LogText.step(of: line), steps.contains(seq) else { return }
        guard try matches.add(line, selection) else { return }
        matches.output += format(LocatedLine(number: 0, byte: byte, bytes: bytes, content: line))
    }

    /// An escape may hide a name.
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
