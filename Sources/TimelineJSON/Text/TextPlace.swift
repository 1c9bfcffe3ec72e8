/// A place in a text, as editors count: line and column from 1, the column in characters.
package struct TextPlace: Equatable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    /// The place before which `byte` bytes stand.
    package init(byte: Int, in text: [UInt8]) {
        let before = text.prefix(byte)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = String(decoding: before[start...], as: UTF8.self).count + 1
    }

    /// The place of the value at `location`, or of the innermost value on the way that is there.
    package init(of location: JSONLocation, in text: [UInt8]) {
        var byte = 0
        _ = try? withScanner(over: text) { scanner throws(JSONError) in
            scanner.skipSpace()
            byte = scanner.place(of: location.steps[...])
        }
        self.init(byte: byte, in: text)
    }

    package var description: String { "line \(line), column \(column)" }
}

extension JSONScanner {
    /// Where the value at `steps` begins, from the value at hand on.
    fileprivate func place(of steps: ArraySlice<JSONLocation.Step>) -> Int {
        guard let step = steps.first else { return place }
        var walker = self
        var found: Int?
        switch (step, peek()) {
        case (.name(let name), UInt8(ascii: "{")):
            try? walker.members { (scanner, key, _) throws(JSONError) in
                if found == nil, key.isExactly(name) { found = scanner.place(of: steps.dropFirst()) }
                try scanner.skipValue()
            }
        case (.index(let index), UInt8(ascii: "[")):
            var count = 0
            try? walker.elements { scanner throws(JSONError) in
                if count == index { found = scanner.place(of: steps.dropFirst()) }
                count += 1
                try scanner.skipValue()
            }
        default: break
        }
        return found ?? place
    }
}
