package struct LineError: Error, Equatable {
    package let reason: String

    package let byte: Int

    package init(_ reason: String, byte: Int = 0) { (self.reason, self.byte) = (reason, byte) }

    package static let tooLong = LineError("the line is longer than \(RawLines.lengthLimit) bytes")
}

package enum LineParser {
    package static func parse(_ bytes: [UInt8]) throws(LineError) -> Line {
        if bytes.isEmpty { throw LineError("the line is blank") }
        let fields: LineFields
        do throws(JSONError) {
            fields = LineFields(bytes: bytes, members: try JSONText.members(of: bytes))
        } catch {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                throw LineError("the line begins with a byte order mark (BOM): `tail -c +4 FILE > COPY` removes it")
            }
            if let reason = reasonOfPointer(bytes) { throw LineError(reason) }
            throw LineError(error.reason, byte: error.byte)
        }
        try checkChecksum(of: fields)
        return try fields.line()
    }

    /// Git LFS and git-annex leave a short text in place of a file that they did not fetch. Nil for any other line.
    package static func reasonOfPointer(_ line: [UInt8]) -> String? {
        for (beginning, owner, command) in [
            ("version https://git-lfs.github.com/spec/", "Git LFS", "git lfs pull"),
            ("/annex/objects/", "git-annex", "git annex get"),
        ] where line.starts(with: beginning.utf8) {
            return "this is a pointer of \(owner), which stands for the file itself: `\(command)` fetches that"
        }
        return nil
    }

    /// What is between the bytes that a checksum covers and the checksum.
    private static let checksumKey: StaticString = #","crc":"#

    private static func checkChecksum(of fields: LineFields) throws(LineError) {
        let bytes = fields.bytes
        guard let value = fields.value(of: "crc") else { return try refuseMisspelled(of: fields) }
        guard value == fields.members.last?.value else {
            throw LineError("\"crc\" should be the last key", byte: value.lowerBound)
        }
        let covered = value.lowerBound - checksumKey.utf8CodeUnitCount
        guard covered >= 0, bytes.withUnsafeBufferPointer({ hasKey($0, at: covered) }) else {
            throw LineError(#""crc" should be in the line as ,"crc": with no space"#, byte: value.lowerBound)
        }
        let expected = Checksum.of(bytes[..<covered])
        let isText = value.count == 10 && bytes[value.lowerBound] == UInt8(ascii: "\"")
        guard isText, Checksum.parse(bytes[value.lowerBound + 1..<value.upperBound - 1]) == expected else {
            let found = value.count > 32 ? "something else" : String(decoding: bytes[value], as: UTF8.self)
            throw LineError(
                "the checksum of this line is \"\(Checksum.text(expected))\", but its \"crc\" says \(found)",
                byte: value.lowerBound)
        }
    }

    /// Refuses a line that does not end in a checksum. `parse` verifies that it is the right one.
    package static func requireChecksum(of bytes: [UInt8]) throws(LineError) {
        if bytes.withUnsafeBufferPointer(coveredCount) != nil { return }
        if bytes.last == UInt8(ascii: "\r") {
            throw LineError(
                "the line ends in CR LF and not in LF, so its checksum does not count: `tr -d '\\r' < FILE > COPY` restores it",
                byte: bytes.count - 1)
        }
        let end = max(0, bytes.count - 1)
        throw LineError(
            "the header says that each line has a checksum, and this one has none: expected it to end with "
                + #","crc":"\#(Checksum.text(Checksum.of(bytes[..<end])))"}; "#
                + #"after an edit, drop "checksums" from the header, too"#, byte: end)
    }

    static func coveredCount(of line: UnsafeBufferPointer<UInt8>) -> Int? {
        // The key, eight digits in quotes, and the brace.
        let covered = line.count - checksumKey.utf8CodeUnitCount - 11
        guard covered >= 0, line[line.count - 1] == UInt8(ascii: "}") else { return nil }
        return hasKey(line, at: covered) ? covered : nil
    }

    /// The line has as many bytes after `place`.
    private static func hasKey(_ line: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        (0..<checksumKey.utf8CodeUnitCount).allSatisfy { line[place + $0] == checksumKey.utf8Start[$0] }
    }

    /// Whether a line ends in the checksum of the bytes before it. Nothing else is checked.
    package static func hasRightChecksum(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let covered = coveredCount(of: line), line[line.count - 11] == UInt8(ascii: "\""),
            line[line.count - 2] == UInt8(ascii: "\"")
        else { return false }
        let text = UnsafeRawBufferPointer(line)
        let digits = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: covered + 8, as: UInt64.self))
        return digits == Checksum.digits(Checksum.of(UnsafeRawBufferPointer(rebasing: text[..<covered])))
    }

    /// With a flipped bit in the key, a checksum would pass for an unknown key, and other damage in the line would not be found.
    private static func refuseMisspelled(of fields: LineFields) throws(LineError) {
        guard let last = fields.members.last, last.value.count == 10 else { return }
        let key = last.name
        guard key.utf8.count == 3, zip(key.utf8, "crc".utf8).count(where: !=) == 1,
            Checksum.parse(fields.bytes[last.value].dropFirst().dropLast()) != nil
        else { return }
        throw LineError("the key \"\(key)\" holds a checksum, and should be \"crc\"", byte: last.value.lowerBound)
    }
}
