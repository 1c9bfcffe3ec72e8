import Dispatch
import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// The lines of code that dispatch actions.
struct DispatchSiteTests {
    private let folder = TemporaryFolder()
    private let recorder: Recorder<Total, TotalAction>

    init() throws { recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file()) }

    private func reduce(_ action: TotalAction, from: Origin? = nil, site: DispatchSite? = nil) {
        recorder.commit(recorder.begin(action, from: from, site: site), Total())
    }

    /// `DispatchSiteTests.swift:42` for each step, or `-`.
    private func sites(_ path: String? = nil) throws -> [String] {
        recorder.finish()
        let journal = try Journal(opening: path ?? folder.file())
        var table = SiteTable()
        return try journal.steps().map { step in
            try table.site(of: step, in: journal).map { "\($0.file):\($0.line)" } ?? "-"
        }
    }

    @Test func aSiteIsWrittenOnceBeforeItsFirstStep() throws {
        for _ in 0..<2 {
            reduce(.add(by: 1), site: DispatchSite(fileID: "App/One.swift", line: 7))
            reduce(.add(by: 2), site: DispatchSite(fileID: "App/Two.swift", line: 9))
        }
        reduce(.add(by: 3))
        recorder.finish()
        var lines = try Journal(opening: folder.file()).lines()
        #expect(
            try lines.facts() == """
                1: header counter segment 1
                2: 0 0.000000 state {"count":0}
                3: 0 0.000000 site 1 App/One.swift:7
                4: 1 0.100000 action {"add":{"by":1}} from user in 1
                5: 1 0.100000 site 2 App/Two.swift:9
                6: 2 0.200000 action {"add":{"by":2}} from user in 2
                7: 3 0.300000 action {"add":{"by":1}} from user in 1
                8: 4 0.400000 action {"add":{"by":2}} from user in 2
                9: 5 0.500000 action {"add":{"by":3}} from user
                10: 5 0.500000 state {"count":0}
                11: 5 0.600000 end, 5 actions, 2 snapshots
                """)
        #expect(try sites() == ["App/One.swift:7", "App/Two.swift:9", "App/One.swift:7", "App/Two.swift:9", "-"])
    }

    @Test func theStoreRecordsTheLineOfEachDispatch() throws {
        let line: UInt = #line
        let store = Store(program: TotalProgram(), middleware: [recorder.middleware])
        store.dispatch(.add(by: 1))
        store.dispatch(.add(by: 2), from: "push")
        let file = "TimelineAppTests/DispatchSiteTests.swift"
        #expect(try sites() == ["\(file):\(line + 2)", "\(file):\(line + 3)"])
    }

    @Test @MainActor func whatMiddlewareAndEffectsDispatchHasItsLine() async throws {
        let line = #line
        let running = RunningEffects()
        let effects = Middleware<Total, TotalAction>.effects(in: running) { _, state in
            state.count == 1 ? [.run { send in send(.add(by: 2)) }] : []
        }
        let nested = Middleware<Total, TotalAction> { dispatched, store, next in
            next(dispatched)
            if store.state.count == 3 { store.dispatch(.add(by: 4)) }
        }
        let store = MainStore(program: TotalProgram(), middleware: [effects, nested, recorder.middleware])
        store.dispatch(.add(by: 1))
        await running.allEnded()
        let file = "TimelineAppTests/DispatchSiteTests.swift"
        #expect(try sites() == [10, 3, 7].map { "\(file):\(line + $0)" })
    }

    @Test func aWrapperGivesItsLineToItsOwnActionAlone() throws {
        let line: UInt = #line
        recorder.dispatching(.add(by: 1)) { action in
            // What a middleware dispatches first.
            reduce(.add(by: 2))
            reduce(action)
            // What a subscriber dispatches then, an equal action even.
            reduce(action)
        }
        reduce(.add(by: 1))
        #expect(try sites() == ["-", "TimelineAppTests/DispatchSiteTests.swift:\(line + 1)", "-", "-"])
    }

    @Test func anExplicitOriginKeepsTheSite() throws {
        let line: UInt = #line
        recorder.dispatching(.add(by: 1)) { reduce($0, from: "push") }
        #expect(try sites() == ["DispatchSiteTests.swift:\(line + 1)"].map { "TimelineAppTests/" + $0 })
        #expect(try Journal(opening: folder.file()).steps().map(\.from) == ["push"])
    }

    @Test func aTaskOfADispatchHasNotItsSite() async throws {
        let tasks = recorder.dispatching(.add(by: 1)) { _ in
            // The store drops the action, and an effect that it starts dispatches an equal one.
            [Task { reduce(.add(by: 1)) }]
        }
        for task in tasks { await task.value }
        let task = recorder.dispatching(.add(by: 1)) { _ in
            let reduced = DispatchSemaphore(value: 0)
            let task = Task {
                reduce(.add(by: 1))
                reduced.signal()
            }
            _ = reduced.wait(timeout: .now() + 5)
            return task
        }
        await task.value
        #expect(try sites() == ["-", "-"])
    }

    @Test func aWrapperDispatchesWhereNothingIsRecorded() {
        let idle = Recorder<Total, TotalAction>(program: TotalProgram(), in: .file("/nonexistent/run.jsonl"))
        var actions: [TotalAction] = []
        idle.dispatching(.add(by: 1)) { actions.append($0) }
        #expect(actions == [.add(by: 1)])
    }

    @Test func onlyTheNamesOfTheModuleAndOfTheFileAreKeptOfAPath() throws {
        let files = ["/home/jane/app/Sources/App/Views/View.swift", "App/View.swift", "/home/jane/Sources/View.swift"]
        for file in files { reduce(.add(by: 1), site: DispatchSite(file: file, line: 3)) }
        #expect(try sites() == ["App/View.swift:3", "App/View.swift:3", "View.swift:3"])
    }

    @Test func aNumberHasTheMeaningOfTheLastLineBeforeItsStep() {
        var table = SiteTable()
        for file in ["A.swift", "B.swift", "A.swift"] {
            table.add(.site(Site(seq: 0, at: .zero, number: 1, file: file, line: 1)))
        }
        table.add(.site(Site(seq: 1, at: .zero, number: 1, file: "C.swift", line: 1)))
        let step = Step(seq: 1, at: .zero, change: .action(JSONText(.null)), site: 1)
        #expect(table[step]?.file == "A.swift")
    }

    @Test func eachSegmentAndBundleHoldsTheSitesThatItNeeds() throws {
        let path = "\(folder.path)/segments"
        let options = RecorderOptions(retention: Retention(bytes: 16 << 10))
        let recorder = Recorder(program: TotalProgram(), in: .folder(path), options: options)
        for number in 1...2_000 {
            let site = DispatchSite(fileID: "App/View.swift", line: UInt(number / 500))
            recorder.commit(recorder.begin(.add(by: 1), site: site), Total(count: number))
        }
        recorder.finish()
        let journal = try Journal(opening: path)
        #expect(journal.first > 0)
        let expected = try journal.steps().map { "App/View.swift:\($0.seq / 500)" }
        #expect(try sites(path) == expected)

        let bundle = try CrashBundle(of: journal, program: TotalProgram(), last: 3)
        let cut = try Journal(bytes: bundle.bytes)
        var table = SiteTable()
        #expect(try cut.steps().map { try table.site(of: $0, in: cut)?.line } == [3, 3, 4])
        let whole = try CrashBundle(of: journal, program: TotalProgram(), last: 1)
        #expect(!String(decoding: whole.bytes, as: UTF8.self).contains(#""line":3"#))
    }
}
