import Testing
import TimelineKit
import TimelineReplay

@testable import TimelineTool

struct DifferenceTextTests {
    /// The lines for the difference of two JSON texts.
    private func lines(_ before: String, _ after: String, width: Int = 80) throws -> [String] {
        let (before, after) = (try JSON(parsing: Array(before.utf8)), try JSON(parsing: Array(after.utf8)))
        return DifferenceText.lines(JSONDifference(from: before, to: after), width: width)
    }

    @Test func everyChangeIsALine() throws {
        let shown = try lines(#"{"unread":0,"name":"a","gone":[1]}"#, #"{"unread":-1,"name":"a","new":{"x":null}}"#)
        #expect(
            shown == [
                "- $.gone    [1]", "  $.unread  0 → -1", #"+ $.new     {"x":null}"#,
            ])
    }

    @Test func removedValuesAreShown() throws {
        let long = { (letter: String) in String(repeating: letter, count: 40) }
        let shown = try lines(#"{"a":["\#(long("x"))","\#(long("y"))","\#(long("z"))"]}"#, #"{"a":["\#(long("z"))"]}"#)
        #expect(shown == [#"- $.a[0]  "\#(long("x"))""#, #"- $.a[0]  "\#(long("y"))""#])
    }

    /// An array of objects with these ids, each with a text that makes moving it shorter than repeating it.
    private func messages(_ messages: (id: String, text: String)...) -> String {
        let elements = messages.map { #"{"id":\#($0.id),"text":"\#($0.text)"}"# }
        return #"{"unread":{"messages":[\#(elements.joined(separator: ","))]}}"#
    }

    @Test func elementsWithAnIDMove() throws {
        let long = String(repeating: "x", count: 30)
        #expect(
            try lines(
                messages(("1", long), ("2", long), ("3", long), ("4", long)),
                messages(("1", long), ("4", long), ("2", long), ("3", long)))
                == ["~ $.unread.messages  moved 3 → 1"])
    }

    /// The operations of the patch have other indices, as each refers to the array after those before it.
    @Test func indicesAreThoseOfTheOldAndTheNewArray() throws {
        let long = String(repeating: "x", count: 120)
        let shown = try lines(
            messages(("1", "gone"), ("2", long), ("3", long), ("4", long), ("5", "old")),
            messages(("5", "new"), ("4", long), ("9", "added"), ("2", long), ("3", long)))
        #expect(
            shown == [
                #"- $.unread.messages[0]       {"id":1,"text":"gone"}"#,
                "~ $.unread.messages          moved 4 → 0",
                "~ $.unread.messages          moved 3 → 1",
                #"+ $.unread.messages[2]       {"id":9,"text":"added"}"#,
                #"  $.unread.messages[0].text  "old" → "new""#,
            ])
    }

    /// Each of these takes several bytes, or is escaped.
    @Test(arguments: ["👩‍👩‍👧‍👦", "e\u{301}", "\u{202E}", "\u{7}", "\r\n", "x"])
    func aLongValueIsCutAsItsWholeTextWouldBe(character: String) throws {
        let (long, short) = (JSON.string(String(repeating: character, count: 3_000)), JSON.string("short"))
        func line(_ from: JSON, _ to: JSON) -> [String] {
            DifferenceText.lines(JSONDifference(from: from, to: to), width: 60)
        }
        let text = Layout.visible("\(long)")
        #expect(line(short, long) == ["  $  \"short\" → " + text.prefix(40) + "…"])
        #expect(line(long, short) == ["  $  " + text.prefix(40) + "… → \"short\""])
        #expect(line(long, .array([long])) == ["  $  " + text.prefix(23) + "… → [" + text.prefix(22) + "…"])
    }
}
