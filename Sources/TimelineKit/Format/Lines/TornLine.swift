/// A line without its LF at the end of a file: it was being written when the run ended. It is dropped and counted.
enum TornLine {
    static let reason = "the line is torn: it has no line break"

    static func start(in bytes: [UInt8]) -> Int? { bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } }
}
