import Testing
import TimelineKit

@testable import TimelineTool

struct StepTextTests {
    private func action(_ text: String) throws -> Step.Change { .action(JSONText(try JSON(parsing: Array(text.utf8)))) }

    @Test(arguments: [
        (#"{"deleteTapped":{"id":3}}"#, #"deleteTapped {"id":3}"#),
        (#"{"refresh":{}}"#, "refresh"),
        (#"{"set":7}"#, "set 7"),
        (#"{"type":"add","by":2}"#, #"add {"by":2}"#),
        (#"{"payload":[1],"type":"add"}"#, "add [1]"),
        (#"{"type":0}"#, "0"),
        (#"{"type":{"_0":1}}"#, "type 1"),
        (#"{"screen":{"action":{"rowTapped":{"row":2}},"id":7}}"#, #"screen › rowTapped {"row":2} in {"id":7}"#),
        (
            ##"{"a":{"action":{"b":{"_0":{"c":{"action":"d","at":1}}}},"id":7}}"##,
            #"a › b › c › d in {"at":1} in {"id":7}"#
        ),
        (#"{"by":2,"to":3}"#, #"{"by":2,"to":3}"#),
        (#""increment""#, "increment"),
        ("7", "7"),
        ("{}", "{}"),
    ])
    func anActionIsSummarizedByItsCaseOrAsJSON(_ text: String, _ summary: String) throws {
        #expect(StepText.summary(of: Step(seq: 17, at: .zero, change: try action(text))) == summary)
    }

    @Test func aNameThatIsTooLongIsCutInItsMiddle() throws {
        let text = #"{"path":{"_0":{"element":{"action":{"alert":{"_0":{"confirmSave":{}}}},"id":1}}}}"#
        let step = Step(seq: 31, at: .zero, change: try action(text), from: "user", cause: 21)
        #expect(
            StepText.line(step, width: 60, showsCause: true)
                == "     31     0.000  user      path › e…rt › confirmSave  ← 21")
    }

    @Test func onANarrowTerminalTheActionIsOnALineOfItsOwn() throws {
        let change = try action(#"{"commentSearchChanged":{"text":"finale of it"}}"#)
        let effect = Step(seq: 17, at: Moment(microseconds: 9_000_402), change: change, from: "effect", cause: 16)
        #expect(
            StepText.line(effect, width: 40, showsCause: true) == """
                     17     9.000  effect
                    commentSearchChanged {"text":…  ← 16
                """)
        #expect(
            StepText.line(effect, width: nil, showsCause: true)
                == #"     17     9.000  effect    commentSearchChanged {"text":"finale of it"}  ← 16"#)
    }
}
