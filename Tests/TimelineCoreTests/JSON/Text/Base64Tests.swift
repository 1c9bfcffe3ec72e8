import Testing

@testable import TimelineJSON

struct Base64Tests {
    @Test(
        "The test vectors of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"), ("\u{0}\u{7F}~~~>>>???", "AH9+fn4+Pj4/Pz8="),
        ])
    func vectors(text: String, base64: String) {
        #expect(Base64.encoded(Array(text.utf8)) == base64)
        #expect(Base64.decoded(base64) == Array(text.utf8))
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zg=v", "Zm9v=", "Zm9v====", "Z===", "====", "=Zg=", "Zg==Zg==", "Zm9 ", "Zm-_", "Zgé=",
    ])
    func otherTextIsRefused(text: String) {
        #expect(Base64.decoded(text) == nil)
    }
}
