import Testing
import TimelineKit
import TimelineReplay
import TimelineRemote

struct FollowMessageTests {
    @Test(
        arguments: [
            #"{"seq":-1,"state":{}}"#, #"{"seq":9223372036854775807,"state":{}}"#, #"{"seq":1.5,"state":{}}"#,
            #"{"missed":{"from":3,"through":2}}"#, #"{"missed":{"from":1,"through":9223372036854775807}}"#,
            #"{"seq":9007199254740993,"patch":[]}"#, #"{"seq":1,"patch":{}}"#, #"{"seq":1}"#, "[]",
            #"{"seq":1,"patch":[{"op":"copy","from":"/a","path":"/b"}]}"#,
        ])
    func aMessageWithPositionsThatNoTimelineHasIsNone(_ text: String) throws {
        #expect(try FollowMessage(JSON(parsing: Array(text.utf8))) == nil)
    }

    @Test func messagesAreReadAsTheyAreWritten() throws {
        for message in [
            FollowMessage.snapshot(seq: 1 << 53, state: ["a": 1]),
            .step(seq: 2, patch: JSONPatch(), description: JSONObject()),
            .missed(3...4),
        ] {
            #expect(FollowMessage(message.json) == message)
        }
    }
}
