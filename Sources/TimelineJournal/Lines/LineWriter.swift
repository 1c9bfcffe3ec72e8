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
                buffer.append(word: ",")
                buffer.append(member.key)
                self.member(":", member.value.text, in: &buffer)
            }
        }
    }

    /// Replaces the contents of `buffer` with the line of a step. A recorder uses one buffer for all steps.
    package static func write(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, to buffer: inout JSONBuffer
    ) {
        // The line of a large state takes far more than others.
        buffer.removeAll(keepingCapacity: 1 << 20)
        begin(change, seq: seq, at: at, from: from, cause: cause, in: &buffer)
        buffer.endLine()
    }

    private static func begin(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, in buffer: inout JSONBuffer
    ) {
        open(seq, at, in: &buffer)
        switch change {
        case .action(let text):
            buffer.append(word: ",\"action\":")
            buffer.append(text)
        case .opaque(let description, _):
            buffer.append(word: ",\"opaque\":")
            buffer.append(description)
        case .set(let text, let by):
            buffer.append(word: ",\"set\":")
            buffer.append(text)
            buffer.append(word: ",\"by\":")
            buffer.append(by)
        }
        if let from {
            buffer.append(word: ",\"from\":")
            buffer.append(from)
        }
        if let cause {
            buffer.append(word: ",\"cause\":")
            buffer.append(decimal: UInt64(cause))
        }
    }

    package static func snapshot(_ snapshot: Snapshot) -> [UInt8] {
        line(capacity: snapshot.state.count + 128) { buffer in
            open(snapshot.seq, snapshot.at, in: &buffer)
            buffer.append(word: ",\"state\":")
            snapshot.state.withBytes { buffer.append($0) }
        }
    }

    package static func mark(_ mark: Mark) -> [UInt8] {
        line { buffer in
            open(mark.seq, mark.at, in: &buffer)
            buffer.append(word: ",\"mark\":")
            buffer.append(mark.name)
        }
    }

    package static func gap(_ gap: Gap) -> [UInt8] {
        line { buffer in
            open(gap.seq, gap.at, in: &buffer)
            let through = JSON.number(JSONNumber(gap.through))
            member(",\"gap\":", (["through": through, "why": .string(gap.why)] as JSON).text, in: &buffer)
        }
    }

    package static func end(_ end: End) -> [UInt8] {
        line { buffer in
            open(end.seq, end.at, in: &buffer)
            let actions = JSON.number(JSONNumber(end.actions))
            let snapshots = JSON.number(JSONNumber(end.snapshots))
            member(",\"end\":", (["actions": actions, "snapshots": snapshots] as JSON).text, in: &buffer)
        }
    }

    /// A line in a new buffer.
    private static func line(capacity: Int = 512, _ write: (inout JSONBuffer) -> Void) -> [UInt8] {
        var buffer = JSONBuffer(capacity: capacity)
        write(&buffer)
        buffer.endLine()
        return buffer.withBytes { Array($0) }
    }

    private static func open(_ seq: Int, _ at: Moment, in buffer: inout JSONBuffer) {
        buffer.append(word: "{\"seq\":")
        buffer.append(decimal: UInt64(seq))
        buffer.append(word: ",\"at\":")
        at.write(to: &buffer)
    }

    private static func member(_ key: StaticString, _ value: [UInt8], in buffer: inout JSONBuffer) {
        buffer.append(word: key)
        value.withUnsafeBufferPointer { buffer.append($0) }
    }
}

extension JSONBuffer {
    /// Appends the checksum of the line as eight lower-case hex digits, and the end of the line.
    fileprivate mutating func endLine() {
        let checksum = withBytes { Checksum.of($0) }
        append(word: ",\"crc\":\"")
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(shift) & 0xF)
            append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
        append(word: "\"}\n")
    }
}
