/// Answers of a child process among lines that a reducer prints: each begins with a record separator (U+001E), as in RFC 7464.
enum RecordSeparated {
    static let separator: UInt8 = 0x1E

    /// And what else was printed on the line; nil if there is no answer.
    static func answer(in line: [UInt8]) -> (answer: ArraySlice<UInt8>, printed: ArraySlice<UInt8>)? {
        line.lastIndex(of: separator).map { (line[($0 + 1)...], line[..<$0]) }
    }

    static func write(_ answer: [UInt8]) {
        StandardOutput.write([separator] + answer + [UInt8(ascii: "\n")])
        StandardOutput.flush()
    }
}
