struct LineFields {
    let bytes: [UInt8]
    let members: [JSONText.Member]
    private static let kinds: Set = [
        "action", "opaque", "set", "state", "generated", "mark", "gap", "end", "site", "canceled",
    ]

    func value(of key: String) -> Range<Int>? {
        members.first { $0.name.isExactly(key) }?.value
    }

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
        switch kind.name {
        case "action": return .step(try step(.action(text(kind.value))))
        case "opaque": return .step(try step(.opaque(string("opaque", at: kind.value))))
        case "set":
            let by = try value(of: "by").map { (range) throws(LineError) in try string("by", at: range) }
            return .step(try step(.set(text(kind.value), by: by ?? "unknown")))
        case "state": return .snapshot(Snapshot(seq: try number(), at: try moment(), state: text(kind.value)))
        case "generated":
            let members = (try? JSONText.members(of: Array(bytes[kind.value]))) ?? []
            guard let member = members.first, members.count == 1 else {
                throw LineError(#""generated" should be {"NAME":VALUE}"#, byte: kind.value.lowerBound)
            }
            let start = kind.value.lowerBound
            let value = text(start + member.value.lowerBound..<start + member.value.upperBound)
            return .generated(
                GeneratedValue(seq: try number(), at: try moment(), name: member.name, value: value))
        case "mark":
            return .mark(Mark(seq: try number(), at: try moment(), name: try string("mark", at: kind.value)))
        case "canceled":
            let seq = try number()
            guard let step = number(at: kind.value)?.countable, step > 0, step <= seq else {
                throw LineError(
                    "\"canceled\" should be the number of a step, from 1 to the \"seq\" of its line, \(seq)",
                    byte: kind.value.lowerBound)
            }
            return .canceled(Cancellation(seq: seq, at: try moment(), step: step))
        case "gap":
            let gap = text(kind.value).value.object
            guard let through = gap?["through"]?.countable, let why = gap?["why"]?.string else {
                throw LineError(#""gap" should be {"through":N,"why":"…"}"#, byte: kind.value.lowerBound)
            }
            return .gap(Gap(seq: try number(), at: try moment(), through: through, why: why))
        // The form of before it had `seq`: skipped, as a kind that this version does not know.
        case "site" where value(of: "seq") == nil && number(at: kind.value) != nil:
            return .unknown(keys: members.map(\.name))
        case "site":
            let site = text(kind.value).value.object
            guard let index = site?["number"]?.countable, index > 0, let file = site?["file"]?.string,
                let line = site?["line"]?.countable
            else {
                throw LineError(
                    #""site" should be {"number":N,"file":"…","line":N}, numbered from 1"#, byte: kind.value.lowerBound)
            }
            return .site(Site(seq: try number(), at: try moment(), number: index, file: file, line: line))
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
        let cause = try value(of: "cause").map { (range) throws(LineError) in
            guard let step = number(at: range)?.countable else {
                throw LineError("\"cause\" should be the number of a step", byte: range.lowerBound)
            }
            return step
        }
        let from = try value(of: "from").map { (range) throws(LineError) in try string("from", at: range) }
        let site = value(of: "in").flatMap { number(at: $0)?.countable }
        return Step(seq: seq, at: try moment(), change: change, from: from, cause: cause, site: site)
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

    private var prefix: LinePrefix? {
        bytes.withUnsafeBufferPointer { LinePrefix($0) }.flatMap { $0.isExact ? $0 : nil }
    }

    private func number() throws(LineError) -> Int {
        if let prefix { return prefix.seq }
        guard let range = value(of: "seq") else { throw LineError("this line has no \"seq\"") }
        guard let number = number(at: range)?.countable else {
            throw LineError("\"seq\" should be a whole number from 0 to 2^53", byte: range.lowerBound)
        }
        return number
    }

    private func moment() throws(LineError) -> Moment {
        if let prefix { return prefix.at }
        guard let range = value(of: "at") else { throw LineError("this line has no \"at\"") }
        guard let number = number(at: range), let moment = Moment(seconds: number.double) else {
            throw LineError("\"at\" should be a number of seconds from 0", byte: range.lowerBound)
        }
        return moment
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
    fileprivate var countable: Int? {
        int64.flatMap { (0...1 << 53).contains($0) ? Int($0) : nil }
    }
}
