import Testing
import TimelineKit
import TimelineDebugger

@testable import TimelineTool

struct OrderedAnswersTests {
    private func answer(_ name: String, bytes: Int) -> VerificationAnswer {
        var answer = VerificationAnswer(name, .sound, [:], "")
        answer.byteCount = bytes
        return answer
    }

    @Test func theyAreFullWhileThoseThatWaitExceedTheLimit() {
        var answers = OrderedAnswers(byteLimit: 10)
        _ = answers.add(answer("b", bytes: 10), at: 1)
        #expect(!answers.isFull)
        _ = answers.add(answer("d", bytes: 1), at: 3)
        #expect(answers.isFull)
        _ = answers.add(answer("a", bytes: 1000), at: 0)
        #expect(!answers.isFull)
    }
}
