package import TimelineKit

/// A value in a JSON text. The text is parsed once; only parts whose `value` is used are made values.
package struct TextValue {
    package typealias Member = (key: String, value: TextValue)
    private typealias Parser = (UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONTape

    private final class Text {
        private let copy: UnsafeMutableBufferPointer<UInt8>
        let tape: JSONTape

        init(_ text: UnsafeBufferPointer<UInt8>, _ parse: Parser) throws(JSONError) {
            copy = .allocate(capacity: text.count)
            _ = copy.initialize(from: text)
            do throws(JSONError) { tape = try parse(UnsafeBufferPointer(copy)) } catch {
                copy.deallocate()
                throw error
            }
        }

        deinit { copy.deallocate() }
    }

    private let text: Text
    private let index: Int

    package init(_ text: JSONText) { self.init(text, JSONTape.init) }

    private init(_ text: JSONText, _ parse: Parser) {
        do throws(JSONError) {
            self.init(try text.withBytes { (text) throws(JSONError) in try Text(text, parse) }, 0)
        } catch {
            preconditionFailure("text that was checked is not JSON: \(error)")
        }
    }

    package init(parsing text: [UInt8]) throws(JSONError) {
        self.init(try text.withUnsafeBufferPointer { (text) throws(JSONError) in try Text(text, JSONTape.init) }, 0)
    }

    private init(_ text: Text, _ index: Int) { (self.text, self.index) = (text, index) }

    /// A text that is parsed with the help of the tape of this one.
    package func next(
        _ text: JSONText, _ parse: (UnsafeBufferPointer<UInt8>, borrowing JSONTape) throws(JSONError) -> JSONTape
    ) -> TextValue {
        TextValue(text) { (bytes) throws(JSONError) in try parse(bytes, self.text.tape) }
    }

    package var value: JSON { JSON(text.tape, at: index) }
    private var bytes: UnsafeBufferPointer<UInt8> { text.tape.text(of: index) }
    package var length: Int { bytes.count }

    package func holds(_ part: String) -> Bool { bytes.firstRange(of: part.utf8) != nil }

    /// False for equal values in different texts, such as `1` and `1.0`.
    package func hasText(of other: TextValue) -> Bool {
        let (one, other) = (bytes, other.bytes)
        return one.count == other.count && ByteWord.commonPrefix(one, other) == one.count
    }

    package var members: [Member]? { keys?.map { (text.tape.key($0), TextValue(text, $0 + 2)) } }

    package func member(_ name: String) -> TextValue? {
        keys?.first { text.tape.key($0).isExactly(name) }.map { TextValue(text, $0 + 2) }
    }

    private var keys: [Int]? {
        text.tape.isKind(index, .object) ? text.tape.keys(of: index, upTo: text.tape.end(index)) : nil
    }

    package var elements: [TextValue]? {
        guard text.tape.isKind(index, .array) else { return nil }
        var elements: [TextValue] = []
        var element = index + 2
        while element < text.tape.end(index) {
            elements.append(TextValue(text, element))
            element = text.tape.next(element)
        }
        return elements
    }
}
