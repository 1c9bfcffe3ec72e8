internal import TimelineJSON

/// Takes one line apart. Pure: bytes in, meaning or fault out.
enum LineParser {
    /// What `bytes`, a line without its LF, says.
    static func parse(_ bytes: [UInt8]) throws(LineFault) -> Line {
        let members: [(key: String, value: Range<Int>)]
        do throws(JSONError) {
            members = try JSONText.members(of: bytes)
        } catch {
            throw LineFault(error.reason, byte: error.byte)
        }
        try checkChecksum(of: bytes, members: members)
        return try Fields(bytes: bytes, members: members).line()
    }

    /// How a line with a checksum ends: `,"crc":"1f0c22ab"}`.
    private static let checksumLength = #","crc":"00000000"}"#.utf8.count

    private static func checkChecksum(
        of bytes: [UInt8], members: [(key: String, value: Range<Int>)]
    ) throws(LineFault) {
        guard let place = members.firstIndex(where: { $0.key == "crc" }) else { return }
        guard place == members.count - 1, bytes.count > checksumLength else {
            throw LineFault("\"crc\" should be the last key", byte: members[place].value.lowerBound)
        }
        let body = bytes.dropLast(checksumLength)
        let expected = Checksum.text(Checksum.of(body))
        guard bytes.suffix(checksumLength).elementsEqual(#","crc":"\#(expected)"}"#.utf8) else {
            let found = String(decoding: bytes[members[place].value], as: UTF8.self)
            throw LineFault(
                "the checksum of this line is \"\(expected)\", but its \"crc\" says \(found)",
                byte: members[place].value.lowerBound)
        }
    }
}

/// The members of one line, by name.
private struct Fields {
    let bytes: [UInt8]
    let members: [(key: String, value: Range<Int>)]

    func line() throws(LineFault) -> Line {
        if has("timeline") { return .header(try Header(object())) }
        if has("action") { return .step(try step(.action(text("action")))) }
        if has("opaque") { return .step(try step(.opaque(string("opaque")))) }
        if has("set") { return .step(try step(.set(text("set"), by: string("by", or: "unknown")))) }
        if has("state") { return .snapshot(Snapshot(seq: try seq(), at: try at(), state: text("state"))) }
        if has("mark") { return .mark(Mark(seq: try seq(), at: try at(), name: try string("mark"))) }
        if has("gap") {
            let gap = JSONText(unchecked: bytes[range("gap")!]).value
            guard let through = gap.object?["through"]?.int, let why = gap.object?["why"]?.string else {
                throw LineFault(#""gap" should be {"through":N,"why":"…"}"#, byte: range("gap")!.lowerBound)
            }
            return .gap(Gap(seq: try seq(), at: try at(), through: through, why: why))
        }
        if has("end") {
            let end = JSONText(unchecked: bytes[range("end")!]).value
            guard let actions = end.object?["actions"]?.int, let snapshots = end.object?["snapshots"]?.int else {
                throw LineFault(#""end" should be {"actions":N,"snapshots":N}"#, byte: range("end")!.lowerBound)
            }
            return .end(End(seq: try seq(), at: try at(), actions: actions, snapshots: snapshots))
        }
        return .unknown(keys: members.map(\.key))
    }

    private func step(_ change: Step.Change) throws(LineFault) -> Step {
        let seq = try seq()
        guard seq >= 1 else { throw LineFault("a step is numbered from 1, and this one says \(seq)") }
        var cause: Int?
        if let range = range("cause") {
            cause = JSONText(unchecked: bytes[range]).value.int
            guard let cause, cause >= 0 else {
                throw LineFault("\"cause\" should be the number of a step", byte: range.lowerBound)
            }
        }
        let from = try has("from") ? Origin(rawValue: string("from")) : nil
        return Step(seq: seq, at: try at(), change: change, from: from, cause: cause)
    }

    private func range(_ key: String) -> Range<Int>? { members.first { $0.key == key }?.value }

    private func has(_ key: String) -> Bool { range(key) != nil }

    private func object() -> JSONObject { JSONText(unchecked: bytes).value.object ?? JSONObject() }

    /// The value of a key that is known to be there.
    private func text(_ key: String) -> JSONText { JSONText(unchecked: bytes[range(key)!]) }

    private func string(_ key: String, or other: String? = nil) throws(LineFault) -> String {
        guard let range = range(key) else {
            guard let other else { throw LineFault("this line has no \"\(key)\"") }
            return other
        }
        let value = JSONText(unchecked: bytes[range]).value
        guard let string = value.string else {
            throw LineFault("\"\(key)\" should be a string, and is \(value.kind)", byte: range.lowerBound)
        }
        return string
    }

    private func seq() throws(LineFault) -> Int {
        guard let range = range("seq") else { throw LineFault("this line has no \"seq\"") }
        guard let seq = JSONText(unchecked: bytes[range]).value.int, seq >= 0 else {
            throw LineFault("\"seq\" should be a number from 0", byte: range.lowerBound)
        }
        return seq
    }

    private func at() throws(LineFault) -> Moment {
        guard let range = range("at") else { throw LineFault("this line has no \"at\"") }
        guard let number = JSONText(unchecked: bytes[range]).value.number, let at = Moment(seconds: number) else {
            throw LineFault("\"at\" should be a number of seconds from 0", byte: range.lowerBound)
        }
        return at
    }
}
