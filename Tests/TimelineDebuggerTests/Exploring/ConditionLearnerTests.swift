import Testing
import TimelineKit
import TimelineTestPrograms

@testable import TimelineDebugger

/// What is learned of a few cases, told by what it says of another one.
struct ConditionLearnerTests {
    private struct Case {
        let type: String
        let values: JSON
        /// Before it. The one after it is that of the next case.
        let state: JSON
        /// The index of another case.
        var cause: Int?
        var origin: String?
        /// The index of a case whose work was canceled after it.
        var canceled: Int?
        var index: Int { types.firstIndex(of: type) ?? 0 }

        init(
            _ type: String, _ values: JSON = [:], in state: JSON = [:], cause: Int? = nil, from origin: String? = nil,
            canceling canceled: Int? = nil
        ) {
            (self.type, self.values, self.state, self.cause, self.origin) = (type, values, state, cause, origin)
            self.canceled = canceled
        }
    }

    private static let types = ["tapped", "other", "asked", "answered", "ended"]

    private static func facts(_ json: JSON, _ reader: inout StateShapeReader) -> ValueFacts {
        reader.facts(of: JSONText(json))
    }

    private static func learned(_ cases: [Case], causes: Set<String> = ["asked"]) -> (
        LearnedConditions, StateShapeReader
    ) {
        var reader = StateShapeReader()
        reader.names = [:]
        var learner = ConditionLearner(types: types)
        for (index, one) in cases.enumerated() {
            learner.add(
                index, one.index, from: one.origin, cause: one.cause,
                results: causes.contains(one.type) ? cases.count { $0.cause == index } : nil,
                canceling: [one.canceled].compactMap(\.self), facts(action(one), &reader),
                before: facts(one.state, &reader),
                after: facts(cases[min(index + 1, cases.count - 1)].state, &reader))
        }
        learner.endRecording()
        learner.names = reader.names ?? [:]
        return (learner.learned(), reader)
    }

    /// The circumstances of a case that no other has.
    private static func unseen(_ one: Case, _ cases: [Case], after earlier: [Case] = []) -> [String] {
        var (learned, reader) = learned(cases)
        var said = SaidTexts()
        for one in earlier { said.add(one.index, facts(action(one), &reader), in: facts(one.state, &reader)) }
        let (action, state) = (facts(action(one), &reader), facts(one.state, &reader))
        return learned.unseen(one.index, action, in: state, isSaid: said.contains).map { learned.text(of: $0) }
    }

    private static func action(_ one: Case) -> JSON { .object(JSONObject([.init(key: one.type, value: one.values)])) }

    @Test(
        arguments: [
            (["a": true], ["a": false], "$.a is false"), (["a": [1]], ["a": []], "$.a is empty"),
            (["a": "x"], [:], "$.a is empty"), (["a": .null], ["a": 1], "$.a is set"), (["a": 1], ["a": 0], "$.a is 0"),
            (["a": "x"], ["a": "y"], #"$.a is not "x""#),
        ] as [(JSON, JSON, String)])
    func whatIsSoInEachStateOfAnActionAndNotEverywhereIsLearned(state: JSON, other: JSON, text: String) {
        let cases = (0..<6).flatMap { _ in [Case("tapped", in: state), Case("other", in: other)] }
        #expect(Self.unseen(Case("tapped", in: other), cases).contains("tapped can come while \(text): never in 6"))
        #expect(Self.unseen(Case("tapped", in: state), cases) == [])
        #expect(Self.unseen(Case("other", in: other), cases) == [])
    }

    @Test func aTextThatMayBeEmptyIsLearnedSo() {
        let cases = (0..<6).flatMap { [Case("tapped", in: ["a": $0 == 0 ? "" : "x"]), Case("other", in: ["a": "y"])] }
        let text = #"tapped can come while $.a is set, and not "x": never in 6"#
        #expect(Self.unseen(Case("tapped", in: ["a": "y"]), cases) == [text])
        #expect(Self.unseen(Case("tapped", in: ["a": ""]), cases) == [])
    }

    /// The button of two pages, which a third lacks, asks for another field on each.
    @Test func whatIsSoInOneModeIsLearned() {
        func state(_ page: Int, _ name: String, _ plan: String) -> JSON {
            ["page": .int(page), "name": .string(name), "plan": .string(plan)]
        }
        let cases = (0..<6).flatMap { number in
            [
                Case("tapped", in: state(1, "x", number % 2 == 0 ? "" : "y")),
                Case("tapped", in: state(2, number % 2 == 0 ? "" : "x", "y")),
                Case("other", in: state(1, "", "y")), Case("other", in: state(2, "x", "")),
                Case("other", in: state(3, "x", "y")),
            ]
        }
        #expect(
            Self.unseen(Case("tapped", in: state(1, "", "y")), cases) == [
                "tapped can come while $.page is 1 and $.name is empty: never in 12"
            ])
        #expect(
            Self.unseen(Case("tapped", in: state(2, "x", "")), cases) == [
                "tapped can come while $.page is 2 and $.plan is empty: never in 12"
            ])
        #expect(Self.unseen(Case("tapped", in: state(1, "x", "")), cases) == [])
    }

    /// Of a page that is turned.
    @Test func aNumberThatIsOneMoreOrLessInManyCasesIsLearned() {
        func turning(_ to: Int, at page: Int) -> Case {
            Case("tapped", ["to": .int(to)], in: ["page": .int(page), "all": 3])
        }
        let cases = (0..<40).map { turning($0 % 4, at: $0 / 2 % 2 + 1) }
        let text = "tapped can come while its to is not within 1 of $.page: never in 40"
        #expect(Self.unseen(turning(3, at: 1), cases) == [text])
        #expect(Self.unseen(turning(1, at: 2), cases) == [])
        #expect(Self.unseen(turning(3, at: 1), cases.dropLast()) == [])
    }

    /// An answer has what was typed, and no recording says what caused it.
    @Test func aTextThatAnEarlierActionAlwaysHadIsLearned() {
        let (typed, answer) = ({ Case("tapped", ["of": .string($0)]) }, { Case("other", ["of": .string($0), "n": 1]) })
        let cases = (0..<6).flatMap { [typed("\($0 / 2)"), typed("z"), answer("\($0 / 2)")] }
        let text = "other can come while its of is none that an earlier tapped had: never in 6"
        #expect(Self.unseen(answer("a"), cases, after: [typed("b")]) == [text])
        #expect(Self.unseen(answer("a"), cases, after: [typed("a")]) == [])
    }

    @Test func aTextThatTheStateAlwaysHadAtAnEarlierActionIsLearned() {
        func asked(_ text: String) -> Case { Case("tapped", in: ["text": .string(text)]) }
        func answer(_ text: String) -> Case { Case("other", ["of": .string(text)], in: ["text": "x", "n": 1]) }
        let cases = (0..<6).flatMap { [asked("\($0 / 2)"), answer("\($0 / 2)")] }
        let text = "other can come while its of is none that $.text had when tapped came: never in 6"
        #expect(Self.unseen(answer("a"), cases, after: [Case("ended", in: ["text": "a"])]) == [text])
        #expect(Self.unseen(answer("a"), cases, after: [asked("a")]) == [])
    }

    @Test func whatIsSoEverywhereOrNotInOneCaseIsNotLearned() {
        let good: JSON = ["a": true]
        let bad: JSON = ["a": false]
        let everywhere = (0..<6).flatMap { _ in [Case("tapped", in: good), Case("other", in: good)] }
        let notOnce = (0..<6).flatMap { [Case("tapped", in: $0 == 3 ? bad : good), Case("other", in: bad)] }
        for cases in [everywhere, notOnce] { #expect(Self.unseen(Case("tapped", in: bad), cases) == []) }
    }

    /// A request, and a stream of two results while it is on: `answered` numbers up to the length, `ended` when they are reached.
    private static let streams = (0..<6).flatMap { number in
        func one(_ type: String, _ value: Int? = nil, at: Int, isOn: Bool = true, cause: Int? = number * 4) -> Case {
            Case(
                type, value.map { ["_0": .int($0)] } ?? [:], in: streaming(at: at, number + 2, number % 2, isOn),
                cause: cause)
        }
        return [
            one("asked", number + 2, at: 0, isOn: false, cause: nil), one("answered", 1, at: 0),
            one("answered", number + 2, at: 1), one("ended", at: number + 2, isOn: number > 2),
        ]
    }

    private static func streaming(at: Int, _ length: Int, _ other: Int, _ isOn: Bool) -> JSON {
        ["at": .int(at), "length": .int(length), "other": .int(other), "isOn": .bool(isOn)]
    }

    @Test(
        arguments: [
            ("answered", 5, true, []), ("answered", 6, true, ["its value is above $.length: never in 12"]),
            ("answered", 5, false, ["$.isOn is false: never in 12"]),
            ("ended", 5, true, ["$.length is not $.at: never in 6"]),
        ] as [(String, Int, Bool, [String])])
    func aStreamOfResultsFollowsTheState(type: String, value: Int, isOn: Bool, unseen: [String]) {
        let one = Case(type, ["_0": .int(value)], in: Self.streaming(at: 2, 5, 1, isOn))
        #expect(Self.unseen(one, Self.streams) == unseen.map { "\(type) can come while \($0)" })
    }

    /// It was decided when it was asked for.
    @Test func theOnlyResultOfARequestMayComeInAnyState() {
        let single = (0..<6).flatMap { number in
            [
                Case("asked", in: ["at": 0]),
                Case("answered", ["_0": .int(number)], in: ["at": .int(number)], cause: number * 2),
            ]
        }
        #expect(Self.unseen(Case("answered", ["_0": 7], in: ["at": 1]), single) == [])
    }

    @Test(
        arguments: [(["id": 4, "page": 9], true), (["id": 5, "page": 9], false), (["id": 4, "page": 8], false)]
            as [(JSON, Bool)])
    func aResultHasTheValuesOfItsRequest(result: JSON, fits: Bool) {
        let cases = (0..<6).flatMap { number in
            let (id, page) = (JSON.int(number * 3), number * 5)
            return [
                Case("asked", ["id": id], in: ["page": .int(page)]),
                Case("answered", ["id": id, "page": .int(page + 1)], in: [:], cause: number * 2),
            ]
        }
        var (learned, reader) = Self.learned(cases)
        let asked = Case("asked", ["id": 4], in: ["page": 8])
        let (request, state) = (Self.facts(Self.action(asked), &reader), Self.facts(asked.state, &reader))
        let values = Self.facts(Self.action(Case("answered", result, in: [:])), &reader)
        #expect(learned.fits(3, values, isFirst: true, 2, request, before: state, after: state) == fits)
    }

    /// Of a request that has few answers.
    @Test func aResultHasWhatItHasOfAllItsCauses() {
        let cases = (0..<8).flatMap { number in
            [
                Case(number == 0 ? "other" : "asked", in: ["page": .int(number * 5)]),
                Case("answered", ["page": .int(number * 5 + 1)], cause: number * 2),
            ]
        }
        var (learned, reader) = Self.learned(cases, causes: ["asked", "other"])
        let (request, state) = (Self.facts(["other": [:]], &reader), Self.facts(["page": 8], &reader))
        for (page, fits) in [(9, true), (10, false)] {
            let values = Self.facts(["answered": ["page": .int(page)]], &reader)
            #expect(learned.fits(3, values, isFirst: true, 1, request, before: state, after: state) == fits)
        }
    }

    /// `tapped` canceled it once; `other` came before a result once, and canceled it at another time.
    @Test func aResultAfterWhatWasRecordedToCancelItIsSynthetic() {
        let (learned, _) = Self.learned([
            Case("asked"), Case("tapped", canceling: 0), Case("asked"), Case("other"), Case("answered", cause: 2),
            Case("asked"), Case("other", canceling: 5),
        ])
        func label(_ types: [String]) -> RunLabel {
            var judge = RunJudge(learned, isChecked: false)
            for (index, type) in types.enumerated() {
                let action = JSONText(Self.action(Case(type)))
                let cause = type == "answered" ? 1 : nil
                judge.add(Step(seq: index + 1, at: .zero, change: .action(action), cause: cause), [String: Int]())
            }
            return judge.label
        }
        #expect(label(["asked", "tapped", "answered"]).isPossible == false)
        #expect(label(["asked", "other", "answered"]) == RunLabel())
        #expect(label(["asked", "answered", "tapped"]) == RunLabel())
    }

    @Test func aProgramThatChoosesActionsSpeaksForUsersWhereRecordingsTellThemFromOthers() {
        let without = Self.learned([Case("tapped", in: [:])]).0
        #expect(without.limits(nil, isChecked: true))
        let with = Self.learned([Case("tapped", in: [:], from: "effect")]).0
        #expect(!with.limits(nil, isChecked: true) && with.limits("effect", isChecked: true))
        #expect(with.limits(nil, isChecked: false))
    }

    @Test func whatWasLearnedIsPrintedAsSwift() throws {
        let session: [(action: Jukebox.Action, cause: Int?)] = (0..<3).flatMap { row in
            [.filled(row + 2), .inner(id: 1, action: .picked(row: row)), .stopped, .filled(0)].map { ($0, nil) }
        }
        let search = try Search(Jukebox(), [session, session], steps: 100)
        let learned = try #require(search.learned)
        #expect(
            learned.isPossible(in: search.corpus) == """
                // What 2 recordings show of when users act. Keep what the app ensures.
                func isPossible(_ action: Action, in state: State) -> Bool {
                    switch action {
                    case .filled(_):
                        guard state.playing == nil else { return false }  // in all 12
                        return true
                    case .inner(id: _, action: .picked(row: let row)):
                        guard ["on"].contains(state.mode) else { return false }  // in all 6
                        guard state.playing == nil else { return false }  // in all 6
                        guard state.songs.count >= 2 else { return false }  // in all 6
                        guard state.songs.indices.contains(row) else { return false }  // in all 6
                        return true
                    case .stopped:
                        guard ["on"].contains(state.mode) else { return false }  // in all 6
                        guard state.playing != nil else { return false }  // in all 6
                        guard state.songs.count >= 2 else { return false }  // in all 6
                        return true
                    default: return true
                    }
                }
                """)
    }
}

private struct Jukebox: Program {
    enum Inner: Codable, Sendable { case picked(row: Int) }
    enum Action: Codable, Sendable { case filled(Int), stopped, inner(id: Int, action: Inner) }
    struct State: Codable, Equatable, Sendable {
        var songs: [String] = []
        var playing: Int?
        var mode = "off"
    }

    let name = "jukebox"
    let version = "1"
    let initialState = State()

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .filled(let count): state = State(songs: (0..<count).map { "song\($0)" }, mode: "on")
        case .inner(_, .picked(let row)): state.playing = row
        case .stopped: (state.playing, state.mode) = (nil, "off")
        }
    }
}
