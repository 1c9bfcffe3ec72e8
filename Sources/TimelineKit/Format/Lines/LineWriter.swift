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

    package static func step(_ step: Step, adding extra: [JSONObject.Member] = []) -> [UInt8] {
        line { buffer in
            step.change.withBorrowed {
                begin($0, seq: step.seq, at: step.at, from: step.from, cause: step.cause, site: step.site, in: &buffer)
            }
            for member in extra {
                buffer.append(word: ",")
                buffer.append(member.key)
                buffer.append(word: ":")
                member.value.text.withUnsafeBufferPointer { buffer.append($0) }
            }
        }
    }

    package static func write(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, site: Int? = nil,
        to buffer: inout JSONBuffer
    ) {
        // The line of a large state takes far more than others.
        buffer.removeAll(keepingCapacity: 1 << 20)
        begin(change, seq: seq, at: at, from: from, cause: cause, site: site, in: &buffer)
        buffer.endLine()
    }

    private static func begin(
        _ change: BorrowedChange, seq: Int, at: Moment, from: String?, cause: Int?, site: Int?,
        in buffer: inout JSONBuffer
    ) {
        switch change {
        case .action(let text): open(seq, at, ",\"action\":", text, in: &buffer)
        case .opaque(let description, _):
            open(seq, at, ",\"opaque\":", in: &buffer)
            buffer.append(description)
        case .set(let text, let by):
            open(seq, at, ",\"set\":", text, in: &buffer)
            buffer.append(word: ",\"by\":")
            buffer.append(by)
        }
        if let from {
            buffer.append(word: ",\"from\":")
            buffer.append(from)
        }
        if let cause {
            buffer.append(word: ",\"cause\":")
            buffer.append(cause)
        }
        if let site {
            buffer.append(word: ",\"in\":")
            buffer.append(site)
        }
    }

    package static func site(_ site: Site) -> [UInt8] {
        line(
            site.seq, site.at, ",\"site\":",
            ["number": .int(site.number), "file": .string(site.file), "line": .int(site.line)])
    }

    package static func snapshot(_ snapshot: Snapshot) -> [UInt8] {
        line(capacity: snapshot.state.count + 128) { buffer in
            snapshot.state.withBytes { open(snapshot.seq, snapshot.at, ",\"state\":", $0, in: &buffer) }
        }
    }

    package static func generated(_ generated: GeneratedValue) -> [UInt8] {
        line(capacity: generated.value.count + 128) { buffer in
            open(generated.seq, generated.at, ",\"generated\":", in: &buffer)
            buffer.append(word: "{")
            buffer.append(generated.name)
            buffer.append(word: ":")
            generated.value.withBytes { buffer.append($0) }
            buffer.append(word: "}")
        }
    }

    package static func mark(_ mark: Mark) -> [UInt8] {
        line { buffer in
            open(mark.seq, mark.at, ",\"mark\":", in: &buffer)
            buffer.append(mark.name)
        }
    }

    package static func canceled(_ canceled: Cancellation) -> [UInt8] {
        line(canceled.seq, canceled.at, ",\"canceled\":", .int(canceled.step))
    }

    package static func took(_ took: ReducerTime) -> [UInt8] {
        line { buffer in
            open(took.seq, took.at, ",\"took\":", in: &buffer)
            buffer.append(took.time)
        }
    }

    package static func gap(_ gap: Gap) -> [UInt8] {
        line(gap.seq, gap.at, ",\"gap\":", ["through": .int(gap.through), "why": .string(gap.why)])
    }

    package static func end(_ end: End) -> [UInt8] {
        line(end.seq, end.at, ",\"end\":", ["actions": .int(end.actions), "snapshots": .int(end.snapshots)])
    }

    private static func line(_ seq: Int, _ at: Moment, _ key: StaticString, _ value: JSON) -> [UInt8] {
        line { buffer in value.text.withUnsafeBufferPointer { open(seq, at, key, $0, in: &buffer) } }
    }

    private static func line(capacity: Int = 512, _ write: (inout JSONBuffer) -> Void) -> [UInt8] {
        var buffer = JSONBuffer(capacity: capacity)
        write(&buffer)
        buffer.endLine()
        return buffer.withBytes { Array($0) }
    }

    private static func open(
        _ seq: Int, _ at: Moment, _ key: StaticString,
        _ text: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0), in buffer: inout JSONBuffer
    ) {
        buffer.append(word: "{\"seq\":")
        buffer.append(seq)
        buffer.append(word: ",\"at\":")
        buffer.append(at)
        buffer.append(word: key)
        buffer.append(text)
    }
}

extension JSONBuffer {
    fileprivate mutating func endLine() {
        let checksum = withBytes { Checksum.of(UnsafeRawBufferPointer($0)) }
        append(word: ",\"crc\":\"")
        withUnsafeBytes(of: Checksum.digits(checksum).littleEndian) { append($0.bindMemory(to: UInt8.self)) }
        append(word: "\"}\n")
    }

    /// In seconds, with six decimals.
    mutating func append(_ moment: Moment) {
        let (seconds, rest) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        append(seconds)
        // Of the seven digits, the point replaces the first.
        append(1_000_000 + rest)
        base[count - 7] = UInt8(ascii: ".")
    }
}
