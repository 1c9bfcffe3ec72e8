internal import TimelineJSON

/// Writes lines as the format has them: keys in their order, a checksum last, LF at the end. Pure: values in, bytes out.
package enum LineWriter {
    package static func header(_ header: Header) -> [UInt8] {
        // A header that was read may bear the checksum of what it was then.
        var object = header.object
        object["crc"] = nil
        var bytes: [UInt8] = []
        JSON.object(object).write(to: &bytes)
        bytes.removeLast()
        finish(&bytes)
        return bytes
    }

    package static func step(_ step: Step) -> [UInt8] {
        var bytes = open(step.seq, step.at)
        switch step.change {
        case .action(let text): member("action", text.bytes, to: &bytes)
        case .opaque(let description): member("opaque", JSON.string(description).text, to: &bytes)
        case .set(let text, let by):
            member("set", text.bytes, to: &bytes)
            member("by", JSON.string(by).text, to: &bytes)
        }
        if let from = step.from { member("from", JSON.string(from.rawValue).text, to: &bytes) }
        if let cause = step.cause { member("cause", Array(String(cause).utf8), to: &bytes) }
        finish(&bytes)
        return bytes
    }

    package static func snapshot(_ snapshot: Snapshot) -> [UInt8] {
        var bytes = open(snapshot.seq, snapshot.at)
        member("state", snapshot.state.bytes, to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func mark(_ mark: Mark) -> [UInt8] {
        var bytes = open(mark.seq, mark.at)
        member("mark", JSON.string(mark.name).text, to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func gap(_ gap: Gap) -> [UInt8] {
        var bytes = open(gap.seq, gap.at)
        let through = JSON.number(JSONNumber(gap.through))
        member("gap", JSON.object(["through": through, "why": .string(gap.why)]).text, to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func end(_ end: End) -> [UInt8] {
        var bytes = open(end.seq, end.at)
        let actions = JSON.number(JSONNumber(end.actions))
        let snapshots = JSON.number(JSONNumber(end.snapshots))
        member("end", JSON.object(["actions": actions, "snapshots": snapshots]).text, to: &bytes)
        finish(&bytes)
        return bytes
    }

    private static func open(_ seq: Int, _ at: Moment) -> [UInt8] {
        Array(#"{"seq":\#(seq),"at":\#(at)"#.utf8)
    }

    private static func member(_ key: StaticString, _ value: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: ",\"".utf8)
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
        bytes.append(contentsOf: value)
    }

    private static func finish(_ bytes: inout [UInt8]) {
        let checksum = Checksum.text(Checksum.of(bytes))
        bytes.append(contentsOf: ",\"crc\":\"\(checksum)\"}\n".utf8)
    }
}

extension JSON {
    /// An object literal in an expression.
    fileprivate static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
    }
}
