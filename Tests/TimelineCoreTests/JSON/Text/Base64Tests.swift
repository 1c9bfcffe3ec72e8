import Testing

@testable import TimelineKit

struct Base64Tests {
    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zg=v", "Zm9v=", "Zm9v====", "Z===", "====", "=Zg=", "Zg==Zg==", "Zm9 ", "Zm-_", "Zgé=",
    ])
    func otherTextIsRefused(text: String) {
        #expect(Base64.decoded(text) == nil)
    }
}
