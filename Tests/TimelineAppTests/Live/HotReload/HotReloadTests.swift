import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// With `TIMELINE_HARNESS=full`, the file is saved 1,000 times instead of 60.
@Suite(.ownThreads)
struct HotReloadTests {
    let folder = TemporaryFolder()
    var file: String { folder.file("state.json") }
    let store = Store(program: InboxProgram())
    let problems = Cell<[HotReloadProblem]>([])
    /// Until the end of the test.
    private let kept = Cell<[HotReload<Inbox, InboxAction>]>([])

    @discardableResult
    func reload(_ store: Store<Inbox, InboxAction>, every interval: Duration = .milliseconds(20)) throws
        -> HotReload<Inbox, InboxAction>
    {
        let hotReload = try HotReload(store, file: file, writingAtMostEvery: interval) { [problems] problem in
            problems.change { $0.append(problem) }
        }
        kept.change { $0.append(hotReload) }
        return hotReload
    }

    /// A store that passes each state that it is set to on to `onSet`.
    private func inboxes(onSet: @escaping @Sendable (Inbox) -> Void) -> Store<Inbox, InboxAction> {
        let noting = Middleware<Inbox, InboxAction>(onSet: { state, _ in onSet(state) }) { $2($0) }
        return Store(program: InboxProgram(), middleware: [noting])
    }

    private func inbox(_ unread: Int) -> String { #"{"unread":\#(unread),"names":[],"tags":[],"counts":{}}"# }

    // MARK: - Writing

    @Test func theFileIsPrettyPrintedAndPrivate() throws {
        try reload(store)
        #expect(try text(of: file) == "{\n  \"counts\": {},\n  \"names\": [],\n  \"tags\": [],\n  \"unread\": 0\n}\n")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        store.dispatch(.received(from: "ann"))
        #expect(
            wait {
                (try? text(of: file))
                    == "{\n  \"counts\": {\n    \"ann\": 1\n  },\n  \"names\": [\n    \"ann\"\n  ],\n  \"tags\": [],\n"
                    + "  \"unread\": 1\n}\n"
            })
        #expect(try folder.names() == ["state.json"])
        #expect(problems.load() == [])
    }

    @Test func anExistingFileIsReadAndNotOverwrittenByASecondInstance() throws {
        try inbox(7).write(toFile: file, atomically: false, encoding: .utf8)
        let one = Store(program: InboxProgram())
        try reload(one)
        #expect(one.state == Inbox(unread: 7))
        let other = Store(program: InboxProgram())
        try reload(other)
        #expect(other.state == Inbox(unread: 7))
        // As the person wrote it, not as the app would.
        #expect(try text(of: file) == inbox(7))
        one.dispatch(.received(from: "ann"))
        #expect(wait { other.state == one.state })
        other.dispatch(.allRead)
        #expect(wait { one.state == other.state })
        #expect(one.state == Inbox(names: ["ann"], counts: ["ann": 1]))
    }

    @Test func aChangeRightAfterTwoInstancesStartedAtOnceIsKept() throws {
        for _ in 0..<100 {
            let stores = (0..<2).map { _ in Store(program: InboxProgram()) }
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                #expect(throws: Never.self) { try reload(stores[index], every: .milliseconds(1)) }
                if index == 0 { stores[0].dispatch(.received(from: "ann")) }
            }
            #expect(wait { stores.allSatisfy { $0.state.names == ["ann"] } })
            kept.change { $0.removeAll() }
            try FileManager.default.removeItem(atPath: file)
        }
    }

    @Test func aTextThatDoesNotDecodeIsNeverOverwritten() throws {
        try reload(store)
        try #"{"unread": 1,"#.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(wait { problems.load().count == 1 })
        store.dispatch(.received(from: "ann"))
        Thread.sleep(forTimeInterval: 0.2)
        #expect(try text(of: file) == #"{"unread": 1,"#)
        #expect(store.state.names == ["ann"])
        try inbox(1).write(toFile: file, atomically: true, encoding: .utf8)
        #expect(wait { store.state == Inbox(unread: 1) })
        #expect(problems.load().count == 1)
    }

    @Test func finishWritesAPendingChange() throws {
        let hotReload = try reload(store, every: .seconds(60))
        store.dispatch(.tagged("x"))
        hotReload.finish()
        #expect(try text(of: file).contains("\"x\""))
        store.dispatch(.tagged("y"))
        hotReload.finish()
        #expect(try !text(of: file).contains("\"y\""))
    }

    @Test func nothingIsWrittenWhileThePastIsShown() throws {
        let run = try InboxRun(folder.file())
        try reload(run.store)
        run.store.dispatch(.received(from: "ann"))
        #expect(wait { (try? text(of: file))?.contains("ann") == true })
        let before = try text(of: file)
        let traveler = run.traveler()
        try traveler.jump(to: 0)
        Thread.sleep(forTimeInterval: 0.2)
        #expect(try text(of: file) == before)
        try inbox(5).write(toFile: file, atomically: true, encoding: .utf8)
        #expect(wait { traveler.status?.held == 1 })
        #expect(run.store.state == Inbox())
        traveler.resume()
        #expect(run.store.state == Inbox(unread: 5))
        #expect(try run.lines() == ["1 received from user", "2 set by hotReload"])
    }

    // MARK: - Ways to save

    @Test(arguments: [
        "printf '%s' \"$TEXT\" > state.json",
        "printf '%s' \"$TEXT\" > other && mv other state.json",
        "rm state.json && printf '%s' \"$TEXT\" > state.json",
        "rm state.json && sleep 0.3 && printf '%s' \"$TEXT\" > state.json",
        "sed -i 's/\"unread\": 0/\"unread\": 9/' state.json",
        "(printf '{\"unread\":9,'; sleep 0.05; printf '\"names\":[],\"tags\":[],\"counts\":{}}') > state.json",
        "cp state.json state.json~ && printf '%s' \"$TEXT\" > state.json && rm state.json~",
        "mv state.json state.json~ && printf '%s' \"$TEXT\" > state.json && rm state.json~",
        "truncate -s 0 state.json && printf '%s' \"$TEXT\" >> state.json",
        "printf '%s' \"$TEXT\" > .other && ln -f .other state.json && rm .other",
    ])
    func everyWayOfSavingIsRead(script: String) throws {
        let hotReload = try reload(store)
        #expect(try shell(script, in: folder, text: inbox(9)) == 0)
        #expect(wait { store.state == Inbox(unread: 9) })
        hotReload.settle()
        // `truncate` may leave the file empty for long enough to be reported.
        if !script.hasPrefix("truncate") { #expect(problems.load() == []) }
    }

    @Test(.needs(.ex), arguments: ["", "-c 'set backupcopy=no'"])
    func whatViWritesIsRead(option: String) throws {
        try everyWayOfSavingIsRead(script: "ex -s \(option) -c '%s/\"unread\": 0/\"unread\": 9/' -c wq state.json")
    }

    @Test func theLastGoodSaveAlwaysWinsAndEachBadOneIsReportedOnce() throws {
        var seed = Seed()
        let count = Harness.count(small: 30, full: 1000)
        let saved = Cell<Set<Int>>([0])
        let unexpected = Cell<[Inbox]>([])
        let store = inboxes { state in
            if !saved.load().contains(state.unread) { unexpected.change { $0.append(state) } }
        }
        try reload(store)
        var bad = 0
        var longest = Duration.zero
        func saveAndWait(_ good: [UInt8], _ round: Int, isAtomic: Bool? = nil) throws {
            let begun = ContinuousClock.now
            try save(good, isAtomic: isAtomic ?? .random(using: &seed))
            #expect(wait { store.state.unread == round }, "round \(round), \(seed)")
            longest = max(longest, ContinuousClock.now - begun)
        }
        for round in 1...count {
            let good = Array(inbox(round).utf8)
            switch Int.random(in: 0..<8, using: &seed) {
            case 0:  // a partial save that remains
                bad += 1
                let half = good.prefix(Int.random(in: 1..<good.count, using: &seed)) + [UInt8(ascii: "\n")]
                try save(Array(half) + Array("\(round)".utf8), isAtomic: .random(using: &seed))
                #expect(wait { problems.load().count == bad }, "round \(round), \(seed)")
            case 1:  // of another type
                bad += 1
                try save(
                    Array(#"{"unread":"\#(round)","names":[],"tags":[],"counts":{}}"#.utf8),
                    isAtomic: .random(using: &seed))
                #expect(wait { problems.load().count == bad }, "round \(round), \(seed)")
            case 2:  // removed, and created again
                saved.change { $0.insert(round) }
                try FileManager.default.removeItem(atPath: file)
                if Bool.random(using: &seed) { Thread.sleep(forTimeInterval: 0.01) }
                try saveAndWait(good, round, isAtomic: false)
            case 3:  // several in succession
                let known = problems.load().count
                let halves = (1...3).map { Array(good.prefix(good.count - 3 * $0)) }
                // Half of the time, each remains until it is reported.
                let staying = Bool.random(using: &seed)
                for (index, half) in halves.enumerated() {
                    try save(half, isAtomic: .random(using: &seed))
                    if staying {
                        #expect(wait { problems.load().count == known + index + 1 }, "round \(round), \(seed)")
                    }
                }
                saved.change { $0.insert(round) }
                try saveAndWait(good, round)
                let reported = problems.load()[known...].map(\.description)
                let expected = try halves.map { try problem(of: $0) }
                if staying {
                    #expect(reported == expected, "round \(round), \(seed)")
                } else {
                    // On a slow machine, some may be reported, each once and in order.
                    #expect(reported == expected.filter(reported.contains), "round \(round), \(seed)")
                }
                bad += reported.count
            default:
                saved.change { $0.insert(round) }
                try saveAndWait(good, round)
            }
            #expect(problems.load().count == bad, "round \(round), \(seed)")
        }
        #expect(unexpected.load() == [], "\(seed)")
        print(
            "hot reload: \(count) saves, \(bad) bad ones reported, a good one read after \(longest) at most, \(seed)"
        )
    }

    /// The app changes its state continuously. A save in the moment in which the file is replaced is lost, and repeated.
    @Test func aSaveBetweenChangesByTheAppIsRead() throws {
        var seed = Seed()
        let seen = Cell<Set<Int>>([])
        let store = inboxes { state in seen.change { $0.insert(state.unread) } }
        try reload(store, every: .milliseconds(1))
        let isOver = Cell(false)
        let app = Thread {
            while !isOver.load() {
                store.dispatch(.received(from: "ann"))
                store.dispatch(.tagged("x"))
                Thread.sleep(forTimeInterval: 0.0005)
            }
        }
        app.start()
        let count = Harness.count(small: 12, full: 1000)
        var saves = 0
        for round in 1...count {
            let isTaken = try (1...5).contains { _ in
                saves += 1
                try save(Array(inbox(round * 100_000).utf8), isAtomic: .random(using: &seed))
                return wait(most: 400) { seen.load().contains(round * 100_000) }
            }
            #expect(isTaken, "round \(round), \(seed)")
        }
        isOver.store(true)
        #expect(problems.load() == [], "\(seed)")
        print("hot reload: \(saves) saves for \(count) between the changes of an app, \(seed)")
    }

    /// The message for a text that does not decode.
    private func problem(of text: [UInt8]) throws -> String {
        do throws(HotReloadProblem) { _ = try StateText.decode(text, file) as Inbox } catch { return error.description }
        throw CocoaError(.coderValueNotFound)
    }

    private func save(_ bytes: [UInt8], isAtomic: Bool) throws {
        try Data(bytes).write(to: URL(filePath: file), options: isAtomic ? .atomic : [])
    }

    // MARK: - Errors

    @Test func aProblemNamesTheLineTheColumnAndThePath() throws {
        try reload(store)
        let texts = [
            "{\n  \"unread\": 1,\n  \"names\": [\"ann\" \"ben\"]\n}", "",
            "{\n  \"unread\": 1,\n  \"names\": [\"é\", 2],\n \"tags\": [], \"counts\": {}\n}", "{}",
        ]
        for (index, text) in texts.enumerated() {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(wait { problems.load().count == index + 1 })
        }
        let remedy = "The state is unchanged; save the file again."
        #expect(
            problems.load().map(\.description) == [
                "\(file), line 3, column 19: expected a comma or ], found \"\"\". \(remedy)",
                "\(file) is empty. \(remedy)",
                "\(file), line 3, column 18, at $.names[1]: Expected to decode String but found number instead. \(remedy)",
                "\(file), line 1, column 1, at $: the key \"unread\" is missing. \(remedy)",
            ])
        #expect(store.state == Inbox())
    }

    @Test func aPathThatIsNotAFileIsRefused() throws {
        symlink("elsewhere", file)
        #expect(
            errorMessage { try reload(store) } == "cannot open \(file): it is a symbolic link, which is not followed")
        unlink(file)
        mkfifo(file, 0o600)
        #expect(errorMessage { try reload(store) } == "cannot read \(file): it is not a regular file")
        let missing = folder.file("none/state.json")
        #expect(
            errorMessage { try HotReload(store, file: missing) }
                == "cannot create \(missing): no such file or directory")
    }
}

/// Runs a shell script with `$TEXT`, and returns its exit status.
func shell(_ script: String, in folder: TemporaryFolder, text: String = "") throws -> Int32 {
    try TestProcess.run(["env", "TERM=dumb", "TEXT=\(text)", "sh", "-c", script], in: folder.path).status
}
