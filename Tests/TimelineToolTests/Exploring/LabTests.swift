import Testing
import TimelineKit
import TimelineLab
import TimelineTestSupport

/// The programs that judge `explore`, `triage` and `minimize` know which runs can happen, and which bug a run shows.
@Suite(.ownThreads)
struct LabTests {
    private let folder = TemporaryFolder()

    @Test(arguments: Lab.all) func aRecordingWithoutABugCanHappen(lab: Lab) throws {
        for seed in 0..<UInt64(Harness.count(small: 5, full: 50)) {
            let file = folder.file("\(seed).jsonl")
            lab.record(seed: seed, steps: 120, to: file)
            let actions = try LabScore.actions(of: try text(of: file))
            #expect(actions.count == 120)
            #expect(try lab.judge(actions) == LabVerdict())
        }
    }

    @Test(arguments: Lab.all, [LabBug.r1, .r2]) func aRecordingWithABugCanHappenAndShowsIt(lab: Lab, bug: LabBug) throws
    {
        for seed in 1...5 as ClosedRange<UInt64> {
            let file = folder.file("\(seed).jsonl")
            try #require(lab.recordCrash(showing: bug, seed: seed, steps: Int(seed) * 16, to: file))
            let actions = try LabScore.actions(of: try text(of: file))
            let verdict = try lab.judge(actions)
            #expect(actions.count > seed * 16)
            #expect(verdict.impossibility == nil)
            #expect(verdict.bugs == [bug])
            // Its last step alone breaks the rule.
            #expect(try lab.judge(actions.dropLast()) == LabVerdict())
        }
    }

    @Test(arguments: Lab.all, [LabBug.u1, .u2, .u3]) func noRandomUserReachesTheOtherBugs(lab: Lab, bug: LabBug) throws
    {
        let attempts: UInt64 = Harness.isFull ? 1_000 : 10
        #expect(!lab.recordCrash(showing: bug, seed: 1, steps: 0, attempts: attempts, to: folder.file()))
    }

    @Test func aSeedRepeatsARun() throws {
        for lab in Lab.all {
            let actions = try ["a", "b"].map { name in
                lab.record(seed: 3, steps: 40, to: folder.file("\(lab)-\(name)"))
                return try LabScore.actions(of: try text(of: folder.file("\(lab)-\(name)")))
            }
            #expect(actions[0] == actions[1])
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let program, actions: String
        let impossibility: String?
        let bugs: [LabBug]

        /// - Parameter actions: A word is an action without a payload.
        init(_ program: String, _ actions: String, _ impossibility: String?, _ bugs: [LabBug] = []) {
            (self.program, self.actions, self.impossibility, self.bugs) = (program, actions, impossibility, bugs)
        }

        var testDescription: String { "\(program): \(actions)" }
    }

    @Test(arguments: [
        Row("search", #"{"rowTapped":{"_0":0}}"#, "step 1: control not enabled"),
        Row("search", #"{"typed":{"_0":"b"}} cleared {"debounced":{"_0":"b"}}"#, "step 3: request canceled", [.u2]),
        Row("search", #"{"failed":{"query":"b"}}"#, "step 1: result without request", [.u1]),
        Row(
            "product", #"{"opened":{"id":5}} {"detailsLoaded":{"_0":{"id":3,"price":399}}}"#,
            "step 2: values of another request", [.u1]),
        Row("product", #"{"opened":{"id":5}} addTapped addTapped"#, "step 2: control not enabled", [.u2]),
        Row(
            "product", #"{"opened":{"id":5}} {"reviewsLoaded":{"_0":{"id":4,"ratings":[1]}}}"#,
            "step 2: result without request", [.u3]),
        Row("login", "loginTapped", "step 1: control not enabled", [.u2]),
        Row(
            "login",
            #"{"loggedIn":{"_0":{"user":"a","token":"t"}}} {"profileLoaded":{"_0":{"token":"s","name":"A"}}}"#,
            "step 1: result without request", [.r2]),
        Row("auction", #"startTapped {"tick":{"_0":6}}"#, "step 2: order of stream", [.u1]),
        Row(
            "auction",
            #"startTapped {"bidTapped":{"_0":1}} {"bidAccepted":{"_0":1}} {"bidAccepted":{"_0":1}}"#,
            "step 4: request already answered", [.u2]),
        Row("game", #"startTapped {"ticked":{"_0":1}} {"ticked":{"_0":4}}"#, "step 3: order of stream"),
        Row("game", #"startTapped {"ticked":{"_0":8}}"#, "step 2: order of stream", [.u1]),
        Row("game", "startTapped shieldTapped shieldTapped shieldTapped", "step 3: control not enabled", [.u2]),
        Row("game", #"startTapped pauseTapped {"ticked":{"_0":1}}"#, "step 3: request canceled", [.u3]),
        Row("game", "startTapped shieldTapped pauseTapped restartTapped shieldEnded", nil, [.r1]),
        Row("wizard", "nextTapped", "step 1: control not enabled", [.u2]),
        Row("wizard", #"{"emailChecked":{"_0":"a@x.org","isFree":false}}"#, "step 1: result without request", [.u1]),
        Row("wizard", #"{"submitted":{"attempt":1}}"#, "step 1: result without request", [.u3]),
        Row(
            "wizard",
            #"{"nameTyped":{"_0":"ann"}} nextTapped {"emailTyped":{"_0":"a@x.org"}} nextTapped "#
                + #"{"emailTyped":{"_0":"b@x.org"}} {"emailChecked":{"_0":"a@x.org","isFree":true}}"#, nil, [.r1]),
        Row(
            "sync", #"{"edited":{"_0":1}} syncTapped {"uploaded":{"_0":2,"revision":4}}"#,
            "step 3: values of another request", [.u1]),
        Row(
            "sync",
            #"{"edited":{"_0":1}} syncTapped {"failed":{"_0":1}} cancelTapped retryFired retryFired retryFired retryFired"#,
            "step 5: request canceled", [.u2]),
        Row("sync", "cancelTapped", "step 1: control not enabled", [.u3]),
        Row(
            "sync",
            #"{"edited":{"_0":1}} syncTapped {"conflicted":{"_0":1,"server":4}} {"removed":{"_0":1}} keepMineTapped"#,
            nil, [.r2]),
        Row("sync", #"{"edited":{"_0":1}} {"removed":{"_0":1}} syncTapped"#, "step 3: control not enabled"),
        Row(
            "player",
            #"{"trackTapped":{"_0":1}} {"opened":{"duration":5}} {"buffered":{"_0":5}} {"buffered":{"_0":3}}"#,
            "step 3: order of stream"),
        Row(
            "player", #"{"trackTapped":{"_0":1}} {"opened":{"duration":5}} playTapped {"progressed":{"_0":1}}"#,
            "step 4: result without request", [.u1]),
        Row(
            "player", #"{"trackTapped":{"_0":1}} {"opened":{"duration":5}} {"buffered":{"_0":3}} ended"#,
            "step 4: result without request", [.u2]),
        Row("player", #"{"trackTapped":{"_0":1}} {"opened":{"duration":8}}"#, "step 2: values of another request"),
        Row("player", #"{"trackTapped":{"_0":1}} {"buffered":{"_0":3}}"#, "step 2: result without request", [.u3]),
        Row(
            "player",
            #"{"trackTapped":{"_0":1}} {"opened":{"duration":5}} playTapped {"seekTapped":{"_0":0}} pauseTapped {"sought":{"_0":0}}"#,
            nil, [.r1]),
    ])
    func aRunIsJudgedByHand(row: Row) throws {
        let lab = try #require(Lab.all.first { $0.name == row.program })
        let actions = row.actions.split(separator: " ").map { $0.hasPrefix("{") ? String($0) : #"{"\#($0)":{}}"# }
        let verdict = try lab.judge(actions)
        #expect(verdict.impossibility == row.impossibility)
        #expect(verdict.bugs == row.bugs)
    }
}
