internal import TimelineKit

/// As editors show it: line and column from 1, columns in characters.
struct TextPosition: Equatable, Sendable, CustomStringConvertible {
    let line: Int
    let column: Int

    init(byteOffset: Int, in text: [UInt8]) {
        let before = text.prefix(byteOffset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = String(decoding: before[start...], as: UTF8.self).count + 1
    }

    init(of location: JSONLocation, in text: [UInt8]) {
        let byteOffset = text.withUnsafeBufferPointer { text in
            guard let tape = try? JSONTape(text) else { return 0 }
            return tape.range(of: tape.value(at: location).index).lowerBound
        }
        self.init(byteOffset: byteOffset, in: text)
    }

    var description: String { "line \(line), column \(column)" }
}
