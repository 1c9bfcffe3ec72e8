import Foundation
import Testing
import TimelineTestSupport

/// What one rule about changes answers, in each command that takes one.
@Suite(.ownThreads)
struct ChangeCommandTests {
    private static let falls = "$.after.comments.unread < $.before.comments.unread && !$.action.episodeTapped"
    private static let refreshes = "--after '$.action.refreshTapped' --expect '!$.list.progress'"
    private static let selects = "a search selects no other comment"

    @Test(arguments: [
        ("when run.jsonl --change '\(falls)'", 0, "is true for 1 of 57 changes."),
        ("when run.jsonl --change '\(falls)' --to 31 --json", 1, #"{"states":31,"true":0,"spans":[],"#),
        ("when run.jsonl \(refreshes) --within 30s", 1, "3 in time, 0 not in time: !$.list.progress"),
        (
            "when run.jsonl \(refreshes) --within 2 --to 30", 0,
            "                             2 steps and 0.101 s later, at step 28, still not so\n0 in time, 2 not in time"
        ),
        ("when run.jsonl \(refreshes) --within 9 --to 50 --json", 1, #""kept":2,"broken":[],"open":[48],"#),
        ("when run.jsonl other.jsonl \(refreshes) --within 3 --count", 0, "4 late answers in 2 of 2 timelines."),
        (
            "bisect run.jsonl \(refreshes) --within 2", 0,
            "The time was up at step 3: !$.list.progress did not come in time.\n\n  asked   in step 1, 0.101 s before: refreshTapped"
        ),
        ("bisect run.jsonl \(refreshes) --within 2 --json", 0, #","asked":1,"good":{"seq":2},"#),
        ("bisect run.jsonl \(refreshes) --within 30s", 1, "up to step 57: 3 in time, 0 not in time."),
        ("minimize run.jsonl \(refreshes) --within 2 -o - | grep -c '\"action\"'", 0, "3"),
        ("minimize run.jsonl \(refreshes) --within 2 --any -o - | grep -c '\"action\"'", 0, "3"),
        ("minimize run.jsonl '$.a' \(refreshes) --within 2", 64, "Pass only one of --bad and --after."),
        ("test run.jsonl \(refreshes) --within 2", 0, "#expect(try run.holds(#\"!$.list.progress\"#))"),
        ("verify run.jsonl \(refreshes) --within 2", 1, "\"!$.list.progress\": 0 in time, 3 not in time."),
        ("verify run.jsonl \(refreshes) --within 9 --json", 1, #""responses":[{"name":"!$.list.progress","kept":3,"#),
        ("when run.jsonl --after 1", 64, "--after, --expect and --within require each other."),
        ("log run.jsonl --change '\(falls)' --json", 0, #"{"seq":32,"at":"#),
        ("bisect run.jsonl --bad-change '\(falls)' --json", 0, #"{"found":true,"bad":{"seq":32,"#),
        (
            "bisect run.jsonl --bad-change '\(falls)' --good 32", 1,
            "No step made a bad change: \(falls) is false for all 25 changes"
        ),
        ("minimize run.jsonl --bad-change '\(falls)' -o - | timeline log -", 0, "allReadTapped"),
        ("test run.jsonl --bad-change '\(falls)'", 0, "try run.expect(notChange: #\"\(falls)\"#)"),
        ("triage run.jsonl --bad-change '\(falls)' --json", 1, #""rule":{"change":"\#(falls)"}"#),
        ("explore run.jsonl --bad-change '\(falls)' --steps 500 --json", 1, #""rule":{"badChange":"\#(falls)"}"#),
        ("view run.jsonl --bad-change '\(falls)' -o - | grep -ci doctype", 0, "1"),
        ("verify other.jsonl --json", 1, #""invariants":[{"name":"\#(selects)","seq":12,"#),
        ("triage other.jsonl --json", 1, #""rule":{"invariant":"\#(selects)"}"#),
        ("test other.jsonl --invariant '\(selects)'", 0, "try run.expect(keeps: #\"\(selects)\"#)"),
        ("log run.jsonl --change 1 --state 1", 64, "--change has $.after for the state: omit --state."),
        ("test run.jsonl --from 31 --to 33", 0, "try run.expect(#\"-3\"#, at: #\"/comments/unread\"#)"),
    ])
    func eachCommandJudgesChanges(command: String, status: Int, says: String) throws {
        func fixture(_ name: String) throws -> String {
            try String(contentsOfFile: "\(Sandbox.fixtures)/\(name).jsonl", encoding: .utf8)
        }
        let sandbox = Sandbox([
            "run.jsonl": try fixture("unread-below-zero"), "other.jsonl": try fixture("other-comment"),
        ])
        let run = try sandbox.shell("timeline \(command)")
        #expect(run.status == status, "\(run)")
        #expect((run.output + run.errors).contains(says), "\(run)")
    }
}
