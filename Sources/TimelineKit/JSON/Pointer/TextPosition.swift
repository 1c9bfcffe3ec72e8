/// As editors show it: line and column from 1, columns in characters.
package struct TextPosition: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    package init(byteOffset: Int, in text: [UInt8]) {
        let before = text.prefix(byteOffset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = String(decoding: before[start...], as: UTF8.self).count + 1
    }

    package init(of location: JSONLocation, in text: [UInt8]) {
        let byteOffset = text.withUnsafeBufferPointer { text in
            guard let tape = try? JSONTape(text) else { return 0 }
            return tape.range(of: tape.value(at: location).index).lowerBound
        }
        self.init(byteOffset: byteOffset, in: text)
    }

    package var description: String { "line \(line), column \(column)" }
}

extension JSONTape {
    /// If there is no such value, the index is that of the innermost value around it.
    func value(at location: JSONLocation) -> (index: Int, exists: Bool) {
        var value = 0
        for step in location.steps {
            let found: Int?
            switch (step, kind(value)) {
            case (.name(let name), .object):
                found = keys(of: value, upTo: end(value)).first { key($0).isExactly(name) }.map { $0 + 2 }
            case (.index(let index), .array):
                var element = value + 2
                for _ in 0..<max(0, index) where element < end(value) { element = next(element) }
                found = index >= 0 && element < end(value) ? element : nil
            default: found = nil
            }
            guard let found else { return (value, false) }
            value = found
        }
        return (value, true)
    }
}
