internal import TimelineKit

enum StateText {
    static func decode<State: Decodable>(_ text: [UInt8], _ file: String) throws(HotReloadProblem) -> State {
        let remedy = "The state is unchanged; save the file again."
        if text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            throw HotReloadProblem(.badText, "\(file) is empty. \(remedy)")
        }
        do throws(JSONError) { _ = try JSON(parsing: text) } catch {
            throw HotReloadProblem(
                .badText, "\(file), \(TextPosition(byteOffset: error.byte, in: text)): \(error.reason). \(remedy)")
        }
        do throws(JSONCodingError) { return try JSONCoding.decode(State.self, from: JSONText(unchecked: text)) } catch {
            let position = TextPosition(of: error.location, in: text)
            throw HotReloadProblem(.badText, "\(file), \(position), at \(error.path): \(error.reason). \(remedy)")
        }
    }
}

/// As editors show it: line and column from 1, columns in characters.
struct TextPosition: Equatable, Sendable, CustomStringConvertible {
    let line, column: Int

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
