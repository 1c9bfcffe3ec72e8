internal import TimelineJSON

/// The members of one line, by name.
struct LineFields {
    let bytes: [UInt8]
    let members: [JSONText.Member]
    private(set) var crc: Range<Int>?
    private var seq: Range<Int>?
    private var at: Range<Int>?
    private var from: Range<Int>?
    private var cause: Range<Int>?
    private var by: Range<Int>?
    private var isHeader = false
    /// The key that makes the kind of the line, and a second such key.
    private var kind: (key: LineKey, value: Range<Int>)?
    private var otherKind: (key: LineKey, value: Range<Int>)?

    init(bytes: [UInt8], members: [JSONText.Member]) {
        self.bytes = bytes
        self.members = members
        for member in members {
            guard let key = bytes.withUnsafeBufferPointer({ LineKey(of: member, in: $0, bytes) }) else { continue }
            switch key {
            case .timeline: isHeader = true
            case .seq: seq = member.value
            case .at: at = member.value
            case .from: from = member.value
            case .cause: cause = member.value
            case .by: by = member.value
            case .crc: crc = member.value
            case .action, .opaque, .set, .state, .generated, .mark, .gap, .end:
                if kind == nil {
                    kind = (key, member.value)
                } else if otherKind == nil {
                    otherKind = (key, member.value)
                }
            }
        }
    }

    func line() throws(LineError) -> Line {
        if isHeader { return .header(try Header(text(0..<bytes.count).value.object ?? JSONObject())) }
        guard let kind else { return .unknown(keys: members.map { $0.name(in: bytes) }) }
        if let otherKind {
            throw LineError(
                "a line is of one kind, and this one has \"\(kind.key)\" and \"\(otherKind.key)\"",
                byte: otherKind.value.lowerBound)
        }
        switch kind.key {
        case .action: return .step(try step(.action(text(kind.value))))
        case .opaque: return .step(try step(.opaque(string("opaque", at: kind.value))))
        case .set:
            let by = try by.map { (range) throws(LineError) in try string("by", at: range) }
            return .step(try step(.set(text(kind.value), by: by ?? "unknown")))
        case .state: return .snapshot(Snapshot(seq: try number(), at: try moment(), state: text(kind.value)))
        case .generated:
            let members = (try? JSONText.members(of: Array(bytes[kind.value]))) ?? []
            guard let member = members.first, members.count == 1 else {
                throw LineError(#""generated" should be {"NAME":VALUE}"#, byte: kind.value.lowerBound)
            }
            let start = kind.value.lowerBound
            let value = text(start + member.value.lowerBound..<start + member.value.upperBound)
            return .generated(
                GeneratedValue(
                    seq: try number(), at: try moment(), name: member.name(in: Array(bytes[kind.value])), value: value))
        case .mark:
            return .mark(Mark(seq: try number(), at: try moment(), name: try string("mark", at: kind.value)))
        case .gap:
            let gap = text(kind.value).value.object
            guard let through = gap?["through"]?.countable, let why = gap?["why"]?.string else {
                throw LineError(#""gap" should be {"through":N,"why":"…"}"#, byte: kind.value.lowerBound)
            }
            return .gap(Gap(seq: try number(), at: try moment(), through: through, why: why))
        default:
            let end = text(kind.value).value.object
            guard let actions = end?["actions"]?.countable, let snapshots = end?["snapshots"]?.countable else {
                throw LineError(#""end" should be {"actions":N,"snapshots":N}"#, byte: kind.value.lowerBound)
            }
            return .end(End(seq: try number(), at: try moment(), actions: actions, snapshots: snapshots))
        }
    }

    private func step(_ change: Step.Change) throws(LineError) -> Step {
        let seq = try number()
        guard seq >= 1 else { throw LineError("a step is numbered from 1, and this one says \(seq)") }
        var step: Int?
        if let cause {
            step = countable(at: cause)
            guard step != nil else {
                throw LineError("\"cause\" should be the number of a step", byte: cause.lowerBound)
            }
        }
        let from = try from.map { (range) throws(LineError) in try string("from", at: range) }
        return Step(seq: seq, at: try moment(), change: change, from: from, cause: step)
    }

    // MARK: - Values

    private func text(_ range: Range<Int>) -> JSONText { JSONText(unchecked: bytes, in: range) }

    private func string(_ key: StaticString, at range: Range<Int>) throws(LineError) -> String {
        let text = text(range)
        guard let string = text.string else {
            throw LineError("\"\(key)\" should be a string, and is \(text.value.kind)", byte: range.lowerBound)
        }
        return string
    }

    /// The number of the step.
    private func number() throws(LineError) -> Int {
        guard let seq else { throw LineError("this line has no \"seq\"") }
        guard let number = countable(at: seq) else {
            throw LineError("\"seq\" should be a whole number from 0 to 2^53", byte: seq.lowerBound)
        }
        return number
    }

    private func moment() throws(LineError) -> Moment {
        guard let at else { throw LineError("this line has no \"at\"") }
        if let microseconds = microseconds(at: at) { return Moment(microseconds: microseconds) }
        guard let number = text(at).value.number, let moment = Moment(seconds: number.double) else {
            throw LineError("\"at\" should be a number of seconds from 0", byte: at.lowerBound)
        }
        return moment
    }

    private func countable(at range: Range<Int>) -> Int? {
        // Fifteen digits are less than 2^53.
        if range.count <= 15, let number = digits(range) { return number }
        return text(range).value.countable
    }

    /// A time as recorders write it: `2.300000`. Other forms are read as any number.
    private func microseconds(at range: Range<Int>) -> Int64? {
        // Up to this length, reading a `Double` of seconds and rounding it gives the same.
        guard (8...16).contains(range.count), bytes[range.upperBound - 7] == UInt8(ascii: "."),
            let seconds = digits(range.lowerBound..<range.upperBound - 7),
            let fraction = digits(range.upperBound - 6..<range.upperBound)
        else { return nil }
        return Int64(seconds * 1_000_000 + fraction)
    }

    /// The decimal number in these bytes; nil unless each is a digit.
    private func digits(_ range: Range<Int>) -> Int? {
        var number = 0
        for place in range {
            let digit = Int(bytes[place]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
        }
        return number
    }
}

/// The keys of lines that this version knows; of the header, the one that makes a line a header.
private enum LineKey: String {
    case timeline, seq, at, from, cause, by, crc
    /// The kind of a line. No line has two of them.
    case action, opaque, set, state, generated, mark, gap, end

    /// Returns nil if the key of a member is none of these.
    init?(of member: JSONText.Member, in line: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]) {
        if member.isPlain {
            self.init(UnsafeBufferPointer(rebasing: line[member.key]))
        } else {
            self.init(rawValue: member.name(in: bytes))
        }
    }

    private init?(_ text: UnsafeBufferPointer<UInt8>) {
        func reads(_ word: StaticString) -> Bool {
            (0..<text.count).allSatisfy { text[$0] == word.utf8Start[$0] }
        }
        switch text.count {
        case 2 where reads("at"): self = .at
        case 2 where reads("by"): self = .by
        case 3 where reads("seq"): self = .seq
        case 3 where reads("crc"): self = .crc
        case 3 where reads("set"): self = .set
        case 3 where reads("gap"): self = .gap
        case 3 where reads("end"): self = .end
        case 4 where reads("from"): self = .from
        case 4 where reads("mark"): self = .mark
        case 5 where reads("cause"): self = .cause
        case 5 where reads("state"): self = .state
        case 6 where reads("action"): self = .action
        case 6 where reads("opaque"): self = .opaque
        case 8 where reads("timeline"): self = .timeline
        case 9 where reads("generated"): self = .generated
        default: return nil
        }
    }
}

extension JSON {
    /// The value as a step's number or a count: whole, and from 0 to 2^53; nil if it is none.
    ///
    /// Readers whose numbers are all doubles distinguish steps up to there, and adding one never overflows.
    var countable: Int? {
        int.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
    }
}
