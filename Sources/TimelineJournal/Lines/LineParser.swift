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

    /// What stands between the bytes that a checksum covers and the checksum itself.
    private static let checksumKey = Array(#","crc":"#.utf8)

    private static func checkChecksum(
        of bytes: [UInt8], members: [(key: String, value: Range<Int>)]
    ) throws(LineFault) {
        guard let place = members.firstIndex(where: { $0.key == "crc" }) else {
            return try refuseMisspelled(of: bytes, last: members.last)
        }
        let value = members[place].value
        guard place == members.count - 1 else {
            throw LineFault("\"crc\" should be the last key", byte: value.lowerBound)
        }
        let before = bytes[..<value.lowerBound]
        guard before.suffix(checksumKey.count) == checksumKey[...] else {
            throw LineFault(#""crc" should stand in the line as ,"crc": with no space"#, byte: value.lowerBound)
        }
        let expected = "\"\(Checksum.text(Checksum.of(before.dropLast(checksumKey.count))))\""
        guard bytes[value].elementsEqual(expected.utf8) else {
            let found = value.count > 32 ? "something else" : String(decoding: bytes[value], as: UTF8.self)
            throw LineFault(
                "the checksum of this line is \(expected), but its \"crc\" says \(found)", byte: value.lowerBound)
        }
    }

    /// A flipped bit in the key itself would pass for an unknown key, and let another fault in the line pass, too. So a
    /// last key that is one letter off `crc`, and holds what a checksum looks like, is no key of somebody's own.
    private static func refuseMisspelled(
        of bytes: [UInt8], last: (key: String, value: Range<Int>)?
    ) throws(LineFault) {
        guard let last, last.key.utf8.count == 3, zip(last.key.utf8, "crc".utf8).count(where: !=) == 1,
            last.value.count == 10, bytes[last.value].dropFirst().dropLast().allSatisfy(isHexadecimal)
        else { return }
        throw LineFault(
            "the key \"\(last.key)\" holds a checksum, and should be \"crc\"", byte: last.value.lowerBound)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

/// The members of one line, by name.
private struct Fields {
    let bytes: [UInt8]
    let members: [(key: String, value: Range<Int>)]

    /// The keys that tell what a line is, the header's aside. No line has two of them.
    private static let kinds = ["action", "opaque", "set", "state", "mark", "gap", "end"]

    func line() throws(LineFault) -> Line {
        if has("timeline") { return .header(try Header(object())) }
        let kinds = members.filter { Self.kinds.contains($0.key) }
        guard let kind = kinds.first else { return .unknown(keys: members.map(\.key)) }
        if kinds.count > 1 {
            throw LineFault(
                "a line is of one kind, and this one has \"\(kind.key)\" and \"\(kinds[1].key)\"",
                byte: kinds[1].value.lowerBound)
        }
        let text = JSONText(unchecked: bytes[kind.value])
        switch kind.key {
        case "action": return .step(try step(.action(text)))
        case "opaque": return .step(try step(.opaque(string("opaque"))))
        case "set": return .step(try step(.set(text, by: string("by", or: "unknown"))))
        case "state": return .snapshot(Snapshot(seq: try seq(), at: try at(), state: text))
        case "mark": return .mark(Mark(seq: try seq(), at: try at(), name: try string("mark")))
        case "gap":
            let gap = text.value.object
            guard let through = gap?["through"]?.countable, let why = gap?["why"]?.string else {
                throw LineFault(#""gap" should be {"through":N,"why":"…"}"#, byte: kind.value.lowerBound)
            }
            return .gap(Gap(seq: try seq(), at: try at(), through: through, why: why))
        default:
            let end = text.value.object
            guard let actions = end?["actions"]?.countable, let snapshots = end?["snapshots"]?.countable else {
                throw LineFault(#""end" should be {"actions":N,"snapshots":N}"#, byte: kind.value.lowerBound)
            }
            return .end(End(seq: try seq(), at: try at(), actions: actions, snapshots: snapshots))
        }
    }

    private func step(_ change: Step.Change) throws(LineFault) -> Step {
        let seq = try seq()
        guard seq >= 1 else { throw LineFault("a step is numbered from 1, and this one says \(seq)") }
        var cause: Int?
        if let range = range("cause") {
            cause = JSONText(unchecked: bytes[range]).value.countable
            guard cause != nil else {
                throw LineFault("\"cause\" should be the number of a step", byte: range.lowerBound)
            }
        }
        let from = try has("from") ? Origin(rawValue: string("from")) : nil
        return Step(seq: seq, at: try at(), change: change, from: from, cause: cause)
    }

    private func range(_ key: String) -> Range<Int>? { members.first { $0.key == key }?.value }

    private func has(_ key: String) -> Bool { range(key) != nil }

    private func object() -> JSONObject { JSONText(unchecked: bytes).value.object ?? JSONObject() }

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
        guard let seq = JSONText(unchecked: bytes[range]).value.countable else {
            throw LineFault("\"seq\" should be a whole number from 0 to 2^53", byte: range.lowerBound)
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
