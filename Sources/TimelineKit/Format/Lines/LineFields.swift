struct LineFields {
    let bytes: [UInt8]
    let members: [JSONText.Member]
    private static let kinds: Set = [
        "action", "opaque", "set", "state", "generated", "mark", "gap", "end", "site", "canceled", "took",
    ]

    func value(of key: String) -> Range<Int>? { members.first { $0.name.isExactly(key) }?.value }

    func line() throws(LineError) -> Line {
        if value(of: "timeline") != nil {
            return .header(try Header(text(0..<bytes.count).value.object ?? JSONObject()))
        }
        let kinds = members.filter { Self.kinds.contains($0.name) }
        guard let kind = kinds.first else { return .unknown(keys: members.map(\.name)) }
        if kinds.count > 1 {
            throw LineError(
                "a line is of one kind, and this one has \"\(kind.name)\" and \"\(kinds[1].name)\"",
                byte: kinds[1].value.lowerBound)
        }
        let (seq, at) = try position()
        func malformed(_ form: String) -> LineError {
            LineError("\"\(kind.name)\" should be \(form)", byte: kind.value.lowerBound)
        }
        switch kind.name {
        case "action": return .step(try step(seq, at, .action(text(kind.value))))
        case "opaque": return .step(try step(seq, at, .opaque(string("opaque", at: kind.value))))
        case "set": return .step(try step(seq, at, .set(text(kind.value), by: string("by") ?? "unknown")))
        case "state": return .snapshot(Snapshot(seq: seq, at: at, state: text(kind.value)))
        case "generated":
            let members = (try? JSONText.members(of: Array(bytes[kind.value]))) ?? []
            guard let member = members.first, members.count == 1 else { throw malformed(#"{"NAME":VALUE}"#) }
            let start = kind.value.lowerBound
            let value = text(start + member.value.lowerBound..<start + member.value.upperBound)
            return .generated(GeneratedValue(seq: seq, at: at, name: member.name, value: value))
        case "mark": return .mark(Mark(seq: seq, at: at, name: try string("mark", at: kind.value)))
        case "canceled":
            guard let step = number(at: kind.value)?.countable, step > 0, step <= seq else {
                throw malformed("the number of a step, from 1 to the \"seq\" of its line, \(seq)")
            }
            return .canceled(Cancellation(seq: seq, at: at, step: step))
        case "took":
            guard let time = number(at: kind.value).flatMap({ Moment(seconds: $0.double) }) else {
                throw malformed("a number of seconds from 0")
            }
            return .took(ReducerTime(seq: seq, at: at, time: time))
        case "gap":
            let gap = text(kind.value).value.object
            guard let through = gap?["through"]?.countable, let why = gap?["why"]?.string else {
                throw malformed(#"{"through":N,"why":"…"}"#)
            }
            return .gap(Gap(seq: seq, at: at, through: through, why: why))
        case "site":
            let site = text(kind.value).value.object
            guard let index = site?["number"]?.countable, index > 0, let file = site?["file"]?.string,
                let line = site?["line"]?.countable
            else { throw malformed(#"{"number":N,"file":"…","line":N}, numbered from 1"#) }
            return .site(Site(seq: seq, at: at, number: index, file: file, line: line))
        default:
            let end = text(kind.value).value.object
            guard let actions = end?["actions"]?.countable, let snapshots = end?["snapshots"]?.countable else {
                throw malformed(#"{"actions":N,"snapshots":N}"#)
            }
            return .end(End(seq: seq, at: at, actions: actions, snapshots: snapshots))
        }
    }

    private func step(_ seq: Int, _ at: Moment, _ change: Step.Change) throws(LineError) -> Step {
        guard seq >= 1 else { throw LineError("a step is numbered from 1, and this one says \(seq)") }
        let cause = try value(of: "cause").map { (range) throws(LineError) in
            guard let step = number(at: range)?.countable else {
                throw LineError("\"cause\" should be the number of a step", byte: range.lowerBound)
            }
            return step
        }
        // A wrong one costs no step.
        let site = value(of: "in").flatMap { number(at: $0)?.countable }
        return Step(seq: seq, at: at, change: change, from: try string("from"), cause: cause, site: site)
    }

    private func position() throws(LineError) -> (seq: Int, at: Moment) {
        let beginning = bytes.withUnsafeBufferPointer { LineOutline(beginning: $0) }
        if let beginning, beginning.isExact { return (beginning.seq, beginning.at) }
        guard let place = value(of: "seq") else { throw LineError("this line has no \"seq\"") }
        guard let seq = number(at: place)?.countable else {
            throw LineError("\"seq\" should be a whole number from 0 to 2^53", byte: place.lowerBound)
        }
        guard let time = value(of: "at") else { throw LineError("this line has no \"at\"") }
        guard let seconds = number(at: time), let at = Moment(seconds: seconds.double) else {
            throw LineError("\"at\" should be a number of seconds from 0", byte: time.lowerBound)
        }
        return (seq, at)
    }

    // MARK: - Values

    private func text(_ range: Range<Int>) -> JSONText { JSONText(unchecked: bytes, in: range) }

    private func string(_ key: String) throws(LineError) -> String? {
        try value(of: key).map { (range) throws(LineError) in try string(key, at: range) }
    }

    private func string(_ key: String, at range: Range<Int>) throws(LineError) -> String {
        let text = text(range)
        guard let string = text.string else {
            throw LineError("\"\(key)\" should be a string, and is \(text.value.kind)", byte: range.lowerBound)
        }
        return string
    }

    private func number(at range: Range<Int>) -> JSONNumber? {
        let first = bytes[range.lowerBound]
        guard first == UInt8(ascii: "-") || 0x30...0x39 ~= first else { return nil }
        return JSONNumber(unchecked: String(decoding: bytes[range], as: UTF8.self))
    }
}

extension JSON {
    /// A step's number or a count: whole, and from 0 to 2^53, up to where doubles are exact, so that adding a few never overflows.
    package var countable: Int? { number?.countable }
}

extension JSONNumber {
    fileprivate var countable: Int? { int64.flatMap { (0...1 << 53).contains($0) ? Int($0) : nil } }
}
