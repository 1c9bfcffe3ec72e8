import Foundation
import Testing
@testable import TimelineDebugger
import TimelineTestSupport
@testable import TimelineKit
@testable import TimelineReplay

/// A redacted recording replays the same branches, if they depend only on the equality of hidden values.
struct RedactedReplayTests {
    private let folder = TemporaryFolder()

    private func random(_ seed: inout Seed) -> LoginAction {
        let names = ["", "Bob", "bob", "Bobby", "É", "E\u{301}ve", "\"", "{}", "null", "42"]
        let name = names.randomElement(using: &seed)!
        switch Int.random(in: 0..<10, using: &seed) {
        case 0: return .signedOut
        case 1...4: return .typed(name)
        default:
            let email = ["a@x.test", "b@x.test", ""].randomElement(using: &seed)!
            let pin = [0, 1, -1, 1234, 4321, .max, .min].randomElement(using: &seed)!
            return .signedIn(name: name, email: Redacted(email), pin: Redacted(pin))
        }
    }

    private func record(_ actions: [LoginAction], _ redaction: Redaction?, as name: String) throws -> Journal {
        let path = folder.file(name)
        let recorder = Recorder<Login, LoginAction>(
            program: "login", version: "1.0.0", initialState: Login(), in: .file(path),
            options: RecorderOptions(snapshots: .every(3), redaction: redaction, onProblem: { _ in }), run: .ticking())
        let reducer = recorder.recording(LoginProgram().reduce)
        var state = Login()
        for action in actions { reducer(&state, action) }
        recorder.finish()
        return try Journal(opening: path).sound()
    }

    /// The counters of the branches taken.
    private func branches(_ state: Login) -> [Int] {
        [state.strangers, state.returns, state.wrongPins, state.blanks, state.visits.count, state.user == nil ? 0 : 1]
            + [state.counts.count, state.seen.count, state.last.count]
    }

    @Test func replayTakesTheSameBranches() throws {
        var seed = Seed()
        print("\(seed)")
        for round in 0..<8 {
            let actions = (0..<60).map { _ in random(&seed) }
            let journal = try record(actions, LoginProgram.redaction, as: "\(round).jsonl")
            var replayer = Replayer(LoginProgram(), journal)
            var live = Login()
            for (index, action) in actions.enumerated() {
                LoginProgram().reduce(&live, action)
                let step = try #require(try replayer.next())
                #expect(branches(step.state) == branches(live), "step \(index + 1), round \(round), \(seed)")
            }
            #expect(replayer.divergence == nil, "round \(round), \(seed)")
            #expect(replayer.counts.confirmed > 0, "round \(round), \(seed)")
        }
    }

    @Test func stepsDifferOnlyAtHiddenPaths() throws {
        var seed = Seed()
        let actions = (0..<60).map { _ in random(&seed) }
        let key = Array("a key for tests.".utf8)
        var redaction = LoginProgram.redaction
        redaction.key = key
        let paths = try HiddenPaths(["$.signedIn.name", "$.signedIn.email", "$.signedIn.pin", "$.typed._0"])
        let redactor = JournalRedactor(state: try HiddenPaths([]), actions: paths, pseudonyms: Pseudonyms(key: key))
        let hidden = try steps(of: record(actions, redaction, as: "hidden.jsonl"))
        #expect(hidden.count == actions.count)
        for (index, action) in actions.enumerated() {
            let open = try JSONCoding.encode(action).value
            var copy = LineRedactor(redactor)
            #expect(try hidden[index] == copy.hidden(open, of: "action") ?? open, "step \(index + 1), \(seed)")
        }
        // With the same key, recordings are comparable.
        #expect(try steps(of: record(actions, redaction, as: "again.jsonl")) == hidden)
        redaction.key = nil
        #expect(try steps(of: record(actions, redaction, as: "other.jsonl")) != hidden)
    }

    private func steps(of journal: Journal) throws -> [JSON] {
        try journal.steps().compactMap { if case .action(let text) = $0.change { text.value } else { nil } }
    }
}
