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

    /// Empty for a kind that this version does not know.
    package static func line(_ line: Line) -> [UInt8] {
        switch line {
        case .header(let header): return self.header(header)
        case .step(let step): return self.step(step)
        case .snapshot(let snapshot): return self.line(line, ",\"state\":", snapshot.state)
        case .generated(let generated):
            return self.line(capacity: generated.value.count + 128) { buffer in
                open(generated.seq, generated.at, ",\"generated\":{", in: &buffer)
                buffer.append(generated.name)
                buffer.append(word: ":")
                generated.value.withBytes { buffer.append($0) }
                buffer.append(word: "}")
            }
        case .mark(let mark): return self.line(line, ",\"mark\":", JSONText(.string(mark.name)))
        case .gap(let gap):
            return self.line(line, ",\"gap\":", JSONText(["through": .int(gap.through), "why": .string(gap.why)]))
        case .end(let end):
            let counts: JSON = ["actions": .int(end.actions), "snapshots": .int(end.snapshots)]
            return self.line(line, ",\"end\":", JSONText(counts))
        case .site(let site):
            let place: JSON = ["number": .int(site.number), "file": .string(site.file), "line": .int(site.line)]
            return self.line(line, ",\"site\":", JSONText(place))
        case .canceled(let canceled): return self.line(line, ",\"canceled\":", JSONText(.int(canceled.step)))
        case .took(let took): return self.line(line, ",\"took\":", JSONText(unchecked: took.time.description.utf8))
        case .unknown: return []
        }
    }

    private static func line(_ line: Line, _ key: StaticString, _ value: JSONText) -> [UInt8] {
        let outline = line.outline
        return self.line(capacity: value.count + 128) { buffer in
            value.withBytes { open(outline.seq, outline.at, key, $0, in: &buffer) }
        }
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
