import Testing
@testable import TimelineKit
import TimelineTestSupport

struct UnrecordedTests {
    private struct Page: Codable, Equatable, Sendable {
        var title = "a"
        @Unrecorded var done: (@Sendable () -> Int)?
        @Unrecorded var size: Int?
    }

    @Test func anUnrecordedValueIsWrittenAsNullAndReadAsNilAlsoWhereItsKeyIsMissing() throws {
        var page = Page()
        page.done = { 7 }
        page.size = 7
        let text = try JSONCoding.encode(page)
        #expect(text.value == (try JSON(parsing: #"{"done":null,"size":null,"title":"a"}"#)))
        for text in [text.value, try JSON(parsing: #"{"title":"a"}"#)] {
            let read = try JSONCoding.decode(Page.self, from: JSONText(text))
            #expect(read.title == "a" && read.done?() == nil && read.size == nil)
        }
    }

    @Test func statesDifferByEquatableValuesAlone() {
        var (one, other) = (Page(), Page())
        one.done = { 7 }
        #expect(one == other)
        one.size = 7
        #expect(one != other)
        other.size = 7
        #expect(one == other)
    }
}
