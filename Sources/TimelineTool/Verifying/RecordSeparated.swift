/// Lines of a child process that are answers, among lines that a reducer or the runtime prints. An answer begins with a record
/// separator (U+001E), as in RFC 7464.
enum RecordSeparated {
    static let separator: UInt8 = 0x1E

    /// The answer in a line, and what else was printed on it; nil if there is none.
    static func answer(in line: [UInt8]) -> (answer: ArraySlice<UInt8>, printed: ArraySlice<UInt8>)? {
        line.lastIndex(of: separator).map { (line[($0 + 1)...], line[..<$0]) }
    }

    static func write(_ answer: [UInt8]) {
        StandardOutput.write([separator] + answer + [UInt8(ascii: "\n")])
        StandardOutput.flush()
    }
}
