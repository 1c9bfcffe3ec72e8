import Foundation
import TimelineTestPrograms

/// A line of a recording, decoded by Foundation instead of the reader under test.
struct RecordedLine: Decodable {
    struct Dropped: Decodable {
        let segments, through: Int
    }
    struct Site: Decodable { let number: Int }
    struct End: Decodable { let actions: Int }
    struct Bundle: Decodable {
        struct Last: Decodable {
            let seq: Int
            let reduced: Bool?
        }
        let states: Int
        let last: Last
    }

    let timeline: Int?
    let session: String?
    let segment: Int?
    let dropped: Dropped?
    let bundle: Bundle?

    let seq: Int?
    let action: BulkAction?
    let state: BulkState?
    let set: BulkState?
    let by: String?
    let site: Site?
    let `in`: Int?
    let end: End?
    let took: Double?

    /// The complete lines, and the bytes of a torn one.
    static func read(_ data: Data) throws -> (lines: [(line: RecordedLine, size: Int)], torn: Data?) {
        let decoder = JSONDecoder()
        var lines: [(RecordedLine, Int)] = []
        var start = 0
        while start < data.count {
            let length = data.withUnsafeBytes { bytes -> Int? in
                let begin = bytes.baseAddress! + start
                return memchr(begin, 0x0A, data.count - start).map { UnsafeRawPointer($0) - begin }
            }
            guard let length else { return (lines, data[start...]) }
            lines.append((try decoder.decode(RecordedLine.self, from: data[start..<start + length]), length))
            start += length + 1
        }
        return (lines, nil)
    }
}
