import Testing
import TimelineKit
import TimelineReplay
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineDebugger

@Suite(.ownThreads)
struct ExplorerTests {
    @Test func theSameSeedAndStepsGiveTheSameAnswer() throws {
        let seed = Harness.seed
        let one = try Search(TodoProgram(.savedTooEarly), RecordedSession.todo, seed: seed, steps: 1_000)
        let two = try Search(TodoProgram(.savedTooEarly), RecordedSession.todo, seed: seed, steps: 1_000)
        #expect(one.text == two.text, "seed \(seed)")
        #expect(!one.findings.isEmpty, "seed \(seed)")
        let other = try Search(TodoProgram(.savedTooEarly), RecordedSession.todo, seed: seed &+ 1, steps: 1_000)
        #expect(one.text != other.text, "seed \(seed)")
    }

    /// As after a trap.
    @Test func aSearchGoesOnInAnotherProcess() throws {
        let seed = Harness.seed
        let first = try Search(TodoProgram(.savedTooEarly), RecordedSession.todo, seed: seed, steps: 1_000)
        let known = first.findings.map(\.key)
        let rest = try Search(
            TodoProgram(.savedTooEarly), RecordedSession.todo, seed: seed, steps: 2_000, after: first, knowing: known)
        #expect(rest.stats.steps >= 2_000 && rest.stats.runs > first.stats.runs, "seed \(seed)")
        #expect(!rest.findings.map(\.key).contains(where: known.contains), "seed \(seed)")
    }

    /// A run that lacks an answer shows nothing. One that had it, in a state that ignores it, does.
    @Test(arguments: [true, false])
    func whatMustFollowIsJudgedWhereAllAnswersCame(isMended: Bool) throws {
        let search = try Search(Loading(isMended: isMended), Loading.sessions, steps: 3_000)
        let rules = Set(search.findings.map(\.key.rule))
        #expect(rules == (isMended ? [] : [.invariant("loading ends")]))
        #expect(search.findings.allSatisfy { Set($0.key.types).isSuperset(of: ["ask", "answered", "closed"]) })
    }

    /// What the process that traps can no longer tell.
    @Test func theCurrentRunIsReadFromMemory() throws {
        let corpus = try Search.corpus(Requests(), Requests.sessions)
        let current = CurrentRun(progress: try ReplayProgress(others: 30))
        current.begin(7, recording: 1, asRecorded: 1)
        var changed = PlannedStep(corpus.recordings[0].steps.lowerBound)
        changed.change = try ActionChange(JSONText(["ask": ["_0": 77]]), in: corpus)
        var answer = PlannedStep(corpus.recordings[1].steps.lowerBound + 1)
        answer.cause = 1
        for step in [changed, answer, changed] { current.append(step, isAsRecorded: false, after: 40) }
        current.progress.note(2)
        let run = try #require(current.run(of: corpus))
        #expect(run.trial(of: corpus).steps.map(\.type) == ["ask", "ask", "answered"])
        #expect(run.items.map(\.action) == [nil, changed.change?.text, nil])
        #expect(run.items.map(\.cause) == [nil, nil, 1])
        #expect(current.number == 7 && current.steps == 40)
        // It is longer than the memory.
        for _ in 0..<4 { current.append(changed, isAsRecorded: false) }
        #expect(current.run(of: corpus) == nil)
    }

    /// Without a limit, such a search would try on forever.
    @Test func aSearchWhereEveryActionTrapsEnds() throws {
        let traps = ["added", "drawn"].map { ExploreKey(rule: .crash("SIGKILL"), types: [$0], rank: 0) }
        let search = try Search(Odd(), [[(.added, nil), (.drawn, nil)]], steps: 2_000, knowing: traps, trapped: [0])
        #expect(search.stats.steps == 0)
        #expect(search.findings.isEmpty)
    }

    /// Other runs with such an action may not trap, and recordings are reduced as they are.
    @Test func aTrapHidesOnlyRunsThatHaveItsCircumstances() throws {
        let sessions: [[(action: Odd.Action, cause: Int?)]] = [[(.added, nil), (.added, nil), (.drawn, nil)]]
        let coding = ExploreKey(rule: .coding, types: ["added", "added", "added"], rank: 0)
        for rank in [0, 1] {
            let trap = ExploreKey(rule: .crash("SIGKILL"), types: ["added"], rank: rank)
            let search = try Search(Odd(), sessions, steps: 3_000, knowing: [trap])
            #expect(search.possible.map(\.key).contains(coding) == (rank == 1), "\(rank)")
            #expect(search.stats.types.map { search.corpus.types[$0] } == ["added", "drawn"])
        }
    }

    @Test func aStateThatCannotBeEncodedIsABugAndOneThatHoldsNaNIsNone() throws {
        let search = try Search(Ratio(), [[(.multiplied, nil)], [(.divided, nil)]], steps: 200)
        #expect(search.possible.map(\.key.rule) == [.coding])
        #expect(search.possible.first?.key.types == ["divided"])
        #expect(try Search(Ratio(), [[(.multiplied, nil)]], steps: 200).findings.isEmpty)
    }

    @Test func everyKindOfFaultIsFoundAndPossible() throws {
        for fault in TodoProgram.Fault.allCases where fault != .editUsesIndex {
            let search = try Search(TodoProgram(fault), RecordedSession.todo, steps: 20_000, untilPossible: true)
            #expect(!search.possible.isEmpty, "\(fault): \(search.findings.map(\.key))")
        }
    }

    @Test func aCorrectProgramHasNoPossibleBug() throws {
        let seed = Harness.seed
        let todo = try Search(TodoProgram(), RecordedSession.todo, seed: seed, steps: 2_000)
        #expect(todo.possible.map(\.key) == [], "seed \(seed)")
        let shop = try Search(ShopProgram(bugs: []), ShopSessions.all, seed: seed, steps: 1_000)
        #expect(shop.possible.map(\.key) == [], "seed \(seed)")
        let requests = try Search(Requests(), Requests.sessions, seed: seed, steps: 2_000)
        #expect(requests.possible.map(\.key) == [], "seed \(seed)")
    }

    @Test func aBugHasOneKeyFromManyStarts() throws {
        var keys: Set<String> = []
        for start in 0..<Harness.count(small: 3, full: 9) {
            let search = try Search(
                TodoProgram(.titleIsNotTrimmed), [RecordedSession.todo[1 + start % 2]], seed: UInt64(start),
                steps: 1_500)
            keys.formUnion(search.possible.map { $0.key.types.joined(separator: ", ") })
        }
        #expect(keys == ["draftChanged, submitted"])
    }

    @Test func theShortestRunIsATimelineThatEndsBad() throws {
        let search = try Search(
            ShopProgram(bugs: [.undoLeavesTotal]), ShopSessions.all, steps: 3_000, untilPossible: true)
        let finding = try #require(search.possible.first)
        let payment = ["withdrawn", "added", "payTapped", "paymentSucceeded", "added", "undoTapped"]
        #expect(finding.key.types == ["added", "favoriteToggled", "favoriteToggled"] + payment)
        let journal = try Journal(bytes: finding.timeline.bytes)
        #expect(journal.header.isMinimized)
        #expect(journal.header.derivation?["rule"] == "the invariant \"the total is the sum of the prices\" is broken")
        #expect(finding.steps.map(\.step.seq) == Array(1...9))
    }

    @Test func eachOperatorIsUsed() throws {
        let search = try Search(Requests(), Requests.sessions, steps: 2_000)
        #expect(Set(search.stats.operators.keys) == Set(ExploreOperator.allCases.map(\.rawValue)))
        #expect(search.stats.types.map { search.corpus.types[$0] } == ["ask", "answered", "closed"])
    }

    /// An answer without a question breaks the rule, and so does one that comes twice.
    @Test func aResultThatComesTwiceIsSynthetic() throws {
        let search = try Search(Requests(), Requests.sessions, steps: 10_000)
        #expect(
            search.findings.map(\.key).filter { $0.rule == .invariant("answers have questions") } == [
                ExploreKey(
                    rule: .invariant("answers have questions"), types: ["ask", "answered", "answered"],
                    rank: ExploreKey.synthetic)
            ], "\(search.stats)")
    }

    @Test func anActionThatTheProgramCallsImpossibleIsSynthetic() throws {
        let search = try Search(Requests(isStrict: true), Requests.sessions, steps: 2_000)
        let late = search.findings.filter { $0.key.rule == .invariant("no answer after the end") }
        #expect(Set(late.map(\.kind)) == [.synthetic])
        let lax = try Search(Requests(isStrict: false), Requests.sessions, steps: 2_000)
        #expect(lax.possible.map(\.key.rule) == [])
    }

    /// What may be left out of a recorded run is known once all recordings were reduced.
    @Test func whatARecordingShowsIsShortenedWithinWhatAllShow() throws {
        let session = [(Odd.Action.drawn, nil as Int?)] + Array(repeating: (.added, nil), count: 8)
        let coding = try Search(Odd(), [session], steps: 500).possible.map(\.key).filter { $0.rule == .coding }
        #expect(Set(coding.map(\.types)) == [["drawn", "added", "added", "added"]])
    }

    @Test func aReducerThatIsNotDeterministicAndAStateThatIsNotDecodedAreFound() throws {
        let sessions: [[(action: Odd.Action, cause: Int?)]] = [[(.added, nil), (.added, nil), (.drawn, nil)]]
        let keys = try Search(Odd(), sessions, steps: 3_000).possible.map(\.key)
        #expect(keys.contains(ExploreKey(rule: .notDeterministic, types: ["added", "drawn"], rank: 0)))
        #expect(keys.contains(ExploreKey(rule: .coding, types: ["added", "added", "added"], rank: 0)))
    }
}

/// Questions that a server answers, until a screen is closed.
private struct Requests: Program {
    struct State: Codable, Equatable, Sendable {
        var questions: [Int] = []
        var answers = 0
        var isClosed = false
        var isLate = false
        var isWrong = false
    }

    enum Action: Codable, Sendable {
        case ask(Int)
        case closed(Bool)
        case answered(Int)
    }

    static let sessions: [[(action: Action, cause: Int?)]] = [
        [(.ask(1), nil), (.ask(2), nil), (.answered(2), 2), (.answered(1), 1), (.closed(true), nil)],
        [(.ask(3), nil), (.answered(3), 1), (.closed(true), nil), (.closed(false), nil)],
    ]

    let name = "requests"
    let version = "1"
    let initialState = State()
    var isStrict = true
    let invariants = [
        Invariant<State>("answers have questions") { $0.answers <= $0.questions.count },
        Invariant<State>("no answer after the end") { !$0.isLate },
        Invariant<State>("an answer is to its question") { !$0.isWrong },
    ]

    func isPossible(_ action: Action, in state: State) -> Bool {
        if case .answered = action { !isStrict || !state.isClosed } else { true }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .ask(let number): if state.questions.count < 20 { state.questions.append(number) }
        case .closed(let isClosed): state.isClosed = isClosed
        case .answered(let number):
            if state.questions.count < 20 { state.answers += 1 }
            if state.questions.count < 20, !state.questions.contains(number) { state.isWrong = true }
            if isStrict, state.isClosed { state.isLate = true }
        }
    }
}

private struct Loading: Program {
    struct State: Codable, Equatable, Sendable {
        var isLoading = false
        var isClosed = false
        var row = 0
    }

    enum Action: Codable, Sendable { case ask, closed(Bool), scrolled, answered }

    static let sessions: [[(action: Action, cause: Int?)]] = [
        [(.ask, nil), (.answered, 1), (.scrolled, nil), (.scrolled, nil), (.scrolled, nil)],
        [(.ask, nil), (.answered, 1), (.closed(true), nil), (.scrolled, nil), (.closed(false), nil)],
        [(.closed(true), nil), (.ask, nil), (.scrolled, nil), (.answered, 2), (.closed(false), nil)],
    ]

    let name = "loading"
    let version = "1"
    let initialState = State()
    let isMended: Bool
    let responses = [
        Response<State, Action>(
            "loading ends", to: { action, _ in if case .ask = action { true } else { false } }, within: .steps(4)
        ) { !$0.isLoading }
    ]

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .ask: state.isLoading = true
        case .closed(let isClosed): state.isClosed = isClosed
        case .scrolled: state.row = (state.row + 1) % 3
        case .answered: if isMended || !state.isClosed { state.isLoading = false }
        }
    }
}

/// Counts to three, where its state cannot be decoded, and draws random numbers.
private struct Odd: Program {
    struct State: Codable, Equatable, Sendable {
        var count = 0
        var drawn = 0

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = min(2, try container.decode(Int.self, forKey: .count))
            drawn = try container.decode(Int.self, forKey: .drawn)
        }
    }

    enum Action: Codable, Sendable { case added, drawn }

    let name = "odd"
    let version = "1"
    let initialState = State()

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .added: state.count = min(3, state.count + 1)
        case .drawn: state.drawn = .random(in: 0..<1_000_000)
        }
    }
}

/// Divides by zero: infinity cannot be encoded; NaN can, but does not equal itself.
private struct Ratio: Program {
    enum Action: Codable, Sendable { case divided, multiplied }
    struct State: Codable, Equatable, Sendable {
        var ratio = 1.0

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if ratio == .infinity {
                throw EncodingError.invalidValue(ratio, .init(codingPath: [], debugDescription: "infinite"))
            }
            try container.encode(["ratio": ratio])
        }
    }

    let name = "ratio"
    let version = "1"
    let initialState = State()

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .divided: state.ratio /= 0
        case .multiplied: state.ratio = .nan
        }
    }
}
