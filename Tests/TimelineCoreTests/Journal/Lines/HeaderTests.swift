import Testing
@testable import TimelineKit
import TimelineTestSupport

struct HeaderTests {
    @Test func aBundleSaysWhereTheAppCrashed() throws {
        let text = [
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"platform":null,"bundle":"#,
            #"{"states":5,"asked":9,"last":{"seq":42,"reduced":false},"signal":"SIGILL","status":132,"#,
            #""backtrace":{"fault":"Illegal instruction","frames":[{"symbol":"f(_:)","file":"/src/f.swift","line":7,"#,
            #""image":"app","address":"0x15a4"},{"image":"libc.so.6"}],"omitted":3},"weather":["fine"]}}"#,
        ].joined()
        guard case .header(let read) = try LineParser.parse(Array(text.utf8)) else {
            Issue.record("no header")
            return
        }
        var weather = JSONObject()
        weather["weather"] = ["fine"]
        let note = BundleNote(
            states: 5, asked: 9, lastSeq: 42, lastReduced: false, signal: "SIGILL", exitStatus: 132,
            backtrace: Backtrace(
                fault: "Illegal instruction",
                frames: [
                    .init(symbol: "f(_:)", file: "/src/f.swift", line: 7, image: "app", address: "0x15a4"),
                    .init(image: "libc.so.6"),
                ], omitted: 3), other: weather)
        #expect(read.bundle == note)
        #expect(note.json.description == read.object["bundle"]?.description)
        #expect(read.adding(note).object["bundle"]?.description == read.object["bundle"]?.description)
    }

    /// Not damage, since the steps are sound.
    @Test(arguments: ["7", "null", "[]", "{}", #"{"frames":{}}"#, #"{"frames":[]}"#, #"{"frames":[7,{"line":1}]}"#])
    func anInvalidBacktraceIsIgnored(text: String) throws {
        let note = try BundleNote(JSON(parsing: Array(#"{"states":1,"last":{"seq":1},"backtrace":\#(text)}"#.utf8)))
        #expect(note == BundleNote(states: 1, lastSeq: 1, lastReduced: nil))
    }

    @Test func aBacktraceIsCutFromTheOutside() {
        let whole = Backtrace(fault: "f", frames: (0..<20).map { .init(symbol: "call\($0)") }, omitted: 1)
        let size = whole.json.text.count
        #expect(whole.cut(to: size) == whole)
        for limit in 0..<size {
            let cut = whole.cut(to: limit)
            #expect(cut?.json.text.count ?? 0 <= limit)
            guard let cut else {
                #expect(limit < #"{"fault":"f","frames":[{"symbol":"call0"}],"omitted":20}"#.utf8.count)
                continue
            }
            #expect(cut.frames == Array(whole.frames.prefix(cut.frames.count)))
            #expect(cut.frames.count + cut.omitted == 21)
        }
        #expect(whole.cut(to: 56)?.json.description == #"{"fault":"f","frames":[{"symbol":"call0"}],"omitted":20}"#)
    }
}
