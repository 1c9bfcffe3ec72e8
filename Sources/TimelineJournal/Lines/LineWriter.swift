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
        var bytes: [UInt8] = []
        write(step, to: &bytes)
        return bytes
    }

    /// Puts the line of a step in the place of what `bytes` held: a recorder has one buffer for all of them.
    package static func write(_ step: Step, to bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        open(step.seq, step.at, in: &bytes)
        switch step.change {
        case .action(let text): member("action", text, to: &bytes)
        case .opaque(let description): member("opaque", description, to: &bytes)
        case .set(let text, let by):
            member("set", text, to: &bytes)
            member("by", by, to: &bytes)
        }
        if let from = step.from { member("from", from.rawValue, to: &bytes) }
        if let cause = step.cause {
            begin("cause", in: &bytes)
            bytes.append(decimal: UInt64(cause))
        }
        finish(&bytes)
    }

    package static func snapshot(_ snapshot: Snapshot) -> [UInt8] {
        var bytes = open(snapshot.seq, snapshot.at)
        member("state", snapshot.state, to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func mark(_ mark: Mark) -> [UInt8] {
        var bytes = open(mark.seq, mark.at)
        member("mark", mark.name, to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func gap(_ gap: Gap) -> [UInt8] {
        var bytes = open(gap.seq, gap.at)
        let through = JSON.number(JSONNumber(gap.through))
        member("gap", JSONText(JSON.object(["through": through, "why": .string(gap.why)])), to: &bytes)
        finish(&bytes)
        return bytes
    }

    package static func end(_ end: End) -> [UInt8] {
        var bytes = open(end.seq, end.at)
        let actions = JSON.number(JSONNumber(end.actions))
        let snapshots = JSON.number(JSONNumber(end.snapshots))
        member("end", JSONText(JSON.object(["actions": actions, "snapshots": snapshots])), to: &bytes)
        finish(&bytes)
        return bytes
    }

    private static func open(_ seq: Int, _ at: Moment) -> [UInt8] {
        var bytes: [UInt8] = []
        open(seq, at, in: &bytes)
        return bytes
    }

    private static func open(_ seq: Int, _ at: Moment, in bytes: inout [UInt8]) {
        bytes.append("{\"seq\":")
        bytes.append(decimal: UInt64(seq))
        bytes.append(",\"at\":")
        at.write(to: &bytes)
    }

    private static func begin(_ key: StaticString, in bytes: inout [UInt8]) {
        bytes.append(",\"")
        bytes.append(key)
        bytes.append("\":")
    }

    private static func member(_ key: StaticString, _ value: JSONText, to bytes: inout [UInt8]) {
        begin(key, in: &bytes)
        value.withBytes { bytes.append(contentsOf: $0) }
    }

    private static func member(_ key: StaticString, _ value: String, to bytes: inout [UInt8]) {
        begin(key, in: &bytes)
        JSON.write(value, to: &bytes)
    }

    private static func finish(_ bytes: inout [UInt8]) {
        let checksum = Checksum.of(bytes)
        bytes.append(",\"crc\":\"")
        bytes.append(hex: checksum)
        bytes.append("\"}\n")
    }
}

extension JSON {
    /// An object literal in an expression.
    fileprivate static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
    }
}
