import Testing

@testable import TimelineDebugger

struct StateShapeTests {
    private func shape(_ text: String, _ reader: inout StateShapeReader) -> StateShape {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { reader.shape(of: $0) }
    }

    @Test func onlyPathsWhoseValuesDifferAreChanged() {
        var reader = StateShapeReader()
        let one = shape(#"{"a":1,"b":{"c":[1,2],"d":"x\"y"},"e":null}"#, &reader)
        func changed(_ text: String) -> Int { shape(text, &reader).changedPaths(since: one).count }
        #expect(changed(#"{"a":1,"b":{"c":[1,2],"d":"x\"y"},"e":null}"#) == 0)
        #expect(changed(#"{"a":2,"b":{"c":[1,2],"d":"x\"y"},"e":null}"#) == 1)
        #expect(changed(#"{"a":1,"b":{"c":[2,1],"d":"x\"y"},"e":null}"#) == 1)
        // The count, and the elements.
        #expect(changed(#"{"a":1,"b":{"c":[1],"d":"x\"y"},"e":null}"#) == 2)
        #expect(changed(#"{"a":1,"b":{"d":"x\"y"},"e":null}"#) == 2)
        #expect(changed(#"{"a":1,"b":{"c":[1,2],"d":"x\"y"},"e":null,"f":true}"#) == 1)
    }

    @Test func booleansAndSmallNumbersAreAbstractedExactlyAndLargeOnesByTheirSize() {
        var reader = StateShapeReader()
        func isSame(_ one: String, _ other: String) -> Bool {
            shape(one, &reader).abstraction == shape(other, &reader).abstraction
        }
        #expect(!isSame("[true]", "[false]"))
        #expect(!isSame("[1]", "[2]"))
        #expect(!isSame("[1]", "[-1]"))
        #expect(!isSame("[0]", "[null]"))
        #expect(isSame("[100]", "[101]"))
        #expect(!isSame("[100]", "[1000]"))
        #expect(isSame(#"["abcd"]"#, #"["wxyz"]"#))
        #expect(!isSame(#"[""]"#, #"["wxyz"]"#))
        #expect(isSame("[[1,2]]", "[[2,1]]"))
        #expect(!isSame("[]", "[[]]"))
        #expect(!isSame("{}", #"{"a":{}}"#))
    }

    @Test func textsOfAnEnumerationAreAbstractedExactly() {
        var reader = StateShapeReader()
        for text in ["red", "blue", "red", "blue"] {
            _ = shape(#"{"color":"\#(text)","note":"\#(text) sky"}"#, &reader)
        }
        reader.finishLearning()
        func abstraction(_ text: String) -> UInt64 { shape(text, &reader).abstraction }
        #expect(abstraction(#"{"color":"pink"}"#) != abstraction(#"{"color":"blue"}"#))
        #expect(abstraction(#"{"note":"pink"}"#) == abstraction(#"{"note":"blue"}"#))
    }
}
