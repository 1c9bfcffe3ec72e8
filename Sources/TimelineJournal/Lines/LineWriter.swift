package import TimelineJSON

/// Encodes lines: keys in their order, a checksum last, LF at the end. Pure.
package enum LineWriter {
    package static func header(_ header: Header) -> [UInt8] {
        // A header that was read from a file has the checksum of that line.
        var object = header.object
        object["crc"] = nil
        return other(object)
    }

    /// A line of a kind that readers skip unless they know its keys.
    package static func other(_ object: JSONObject) -> [UInt8] {
        line { buffer in
            let text = JSON.object(object).text
            text.withUnsafeBufferPointer { buffer.append(UnsafeBufferPointer(rebasing: $0.dropLast())) }
        }
    }

    /// - Parameter extra: Members that follow the step's own; readers skip them unless they know their keys.
    package static func step(_ step: Step, adding extra: [JSONObject.Member] = []) -> [UInt8] {
        line { buffer in
            step.change.withBorrowed {
                begin($0, seq: step.seq, at: step.at, from: step.from, cause: step.cause, in: &buffer)
            }
            for member in extra {
                buffer.append(",")
                buffer.append(quoted: member.key)
                self.member(":", member.value.text, in: &buffer)
            }
        }
    }

    /// Replaces the contents of `buffer` with the line of a step. A recorder uses one buffer for all steps.
    package static func write(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, to buffer: inout LineBuffer
    ) {
        buffer.clear()
        begin(change, seq: seq, at: at, from: from, cause: cause, in: &buffer)
        buffer.finish()
    }

    private static func begin(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, in buffer: inout LineBuffer
    ) {
        open(seq, at, in: &buffer)
        switch change {
        case .action(let text):
            buffer.append(",\"action\":")
            buffer.append(text)
        case .opaque(let description, _):
            buffer.append(",\"opaque\":")
            buffer.append(quoted: description)
        case .set(let text, let by):
            buffer.append(",\"set\":")
            buffer.append(text)
            buffer.append(",\"by\":")
            buffer.append(quoted: by)
        }
        if let from {
            buffer.append(",\"from\":")
            buffer.append(quoted: from)
        }
        if let cause {
            buffer.append(",\"cause\":")
            buffer.append(decimal: UInt64(cause))
        }
    }

    package static func snapshot(_ snapshot: Snapshot) -> [UInt8] {
        line { buffer in
            open(snapshot.seq, snapshot.at, in: &buffer)
            buffer.append(",\"state\":")
            snapshot.state.withBytes { buffer.append($0) }
        }
    }

    package static func mark(_ mark: Mark) -> [UInt8] {
        line { buffer in
            open(mark.seq, mark.at, in: &buffer)
            buffer.append(",\"mark\":")
            buffer.append(quoted: mark.name)
        }
    }

    package static func gap(_ gap: Gap) -> [UInt8] {
        line { buffer in
            open(gap.seq, gap.at, in: &buffer)
            let through = JSON.number(JSONNumber(gap.through))
            member(",\"gap\":", JSON.object(["through": through, "why": .string(gap.why)]).text, in: &buffer)
        }
    }

    package static func end(_ end: End) -> [UInt8] {
        line { buffer in
            open(end.seq, end.at, in: &buffer)
            let actions = JSON.number(JSONNumber(end.actions))
            let snapshots = JSON.number(JSONNumber(end.snapshots))
            member(",\"end\":", JSON.object(["actions": actions, "snapshots": snapshots]).text, in: &buffer)
        }
    }

    /// A line in a new buffer.
    private static func line(_ write: (inout LineBuffer) -> Void) -> [UInt8] {
        var buffer = LineBuffer()
        write(&buffer)
        buffer.finish()
        return buffer.withBytes { Array($0) }
    }

    private static func open(_ seq: Int, _ at: Moment, in buffer: inout LineBuffer) {
        buffer.append("{\"seq\":")
        buffer.append(decimal: UInt64(seq))
        buffer.append(",\"at\":")
        at.write(to: &buffer)
    }

    private static func member(_ key: StaticString, _ value: [UInt8], in buffer: inout LineBuffer) {
        buffer.append(key)
        value.withUnsafeBufferPointer { buffer.append($0) }
    }
}

extension JSON {
    /// An object literal in an expression.
    fileprivate static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
    }
}
