import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// Replicas on stores, through a folder.
@Suite(.ownThreads)
struct ReplicaTests {
    private let folder = TemporaryFolder()
    private var shared: String { folder.file("shared") }
    private let problems = Cell<[String]>([])
    /// Until the end of the test.
    private let replicas = Cell<[Replica<InboxProgram>]>([])

    private let one = Store(program: InboxProgram())
    private let two = Store(program: InboxProgram())

    @discardableResult
    private func replica(
        _ store: Store<Inbox, InboxAction>, _ id: String, _ mode: Replica<InboxProgram>.Mode = .actions,
        program: InboxProgram = InboxProgram(),
        onConflict: @escaping @Sendable (ReplicaConflict<Inbox, InboxAction>) -> Void = { _ in }
    ) throws -> Replica<InboxProgram> {
        let replica = try Replica(
            store, program: program, folder: shared, id: id, mode: mode, sendingAtMostEvery: .milliseconds(5),
            onConflict: onConflict,
            onProblem: { [problems] problem in problems.change { $0.append(problem.description) } })
        replicas.change { $0.append(replica) }
        return replica
    }

    // MARK: - Sharing

    @Test(arguments: [Replica<InboxProgram>.Mode.mirror, .actions])
    func aStateIsSharedBothWaysAndALateReplicaReceivesIt(mode: Replica<InboxProgram>.Mode) throws {
        one.dispatch(.received(from: "before"))
        try replica(one, "one", mode)
        try replica(two, "two", mode)
        // What the first one showed is what is shared.
        #expect(two.state == Inbox(unread: 1, names: ["before"], counts: ["before": 1]))
        two.dispatch(.tagged("late"))
        #expect(wait { one.state.tags == ["late"] && one.state == two.state })
        let three = Store(program: InboxProgram())
        try replica(three, "three", mode)
        #expect(three.state == one.state)
        #expect(problems.load() == [])
    }

    @Test func aChangeOfAnotherReplicaIsRecordedAndItsEffectsAreNotRunAgain() throws {
        let ran = Cell<[String]>([])
        func effects(_ name: String) -> Middleware<Inbox, InboxAction> {
            .effects { action, _ in
                ran.change { $0.append("\(name) \(action)") }
                return []
            }
        }
        let recorder = Recorder<Inbox, InboxAction>(program: InboxProgram(), in: .file(folder.file()))
        let one = Store(program: InboxProgram(), middleware: [effects("one")])
        let two = Store(program: InboxProgram(), middleware: [effects("two"), recorder.middleware])
        try replica(one, "one")
        let second = try replica(two, "two")
        one.dispatch(.tagged("a"))
        #expect(wait { two.state.tags == ["a"] })
        one.set(Inbox(unread: 7), by: "hotReload")
        #expect(wait { two.state.unread == 7 })
        recorder.finish()
        let steps = try text(of: folder.file()).split(separator: "\n").filter {
            $0.contains("\"action\"") || $0.contains("\"set\"")
        }
        #expect(steps.count == 2)
        #expect(steps.first?.contains(#""action":{"tagged":{"_0":"a"}},"from":"replication""#) == true)
        #expect(steps.last?.contains(#""by":"replication""#) == true)
        #expect(ran.load() == ["one tagged(\"a\")"])
        // Nor is anything sent on.
        second.flush()
        let sent = try text(of: "\(shared)/two.jsonl").split(separator: "\n").dropFirst()
        #expect(sent.filter { $0.contains("\"action\"") || $0.contains("\"set\"") } == [])
    }

    @Test func aMiddlewareThatDropsActionsDoesNotMakeTheStatesDiffer() throws {
        let two = Store(
            program: InboxProgram(),
            middleware: [
                Middleware { dispatched, _, next in if case .allRead = dispatched.action {} else { next(dispatched) } }
            ])
        try replica(one, "one")
        try replica(two, "two")
        one.dispatch(.received(from: "ann"))
        one.dispatch(.allRead)
        #expect(wait { two.state == Inbox(names: ["ann"], counts: ["ann": 1]) })
        // What it drops of its own is dropped for all.
        two.dispatch(.allRead)
        two.dispatch(.tagged("b"))
        #expect(wait { one.state.tags == ["b"] && one.state == two.state })
    }

    @Test func whileThePastIsShownChangesWaitAndNoShownStateIsSent() throws {
        let recorder = Recorder<Inbox, InboxAction>(program: InboxProgram(), in: .file(folder.file()))
        let one = Store(program: InboxProgram(), middleware: [recorder.middleware])
        let first = try replica(one, "one", .mirror)
        try replica(two, "two", .mirror)
        one.dispatch(.received(from: "ann"))
        #expect(wait { two.state.names == ["ann"] })
        let traveler = TimeTraveler(one, program: InboxProgram(), recorder: recorder)
        try traveler.jump(to: 0)
        two.dispatch(.received(from: "ben"))
        #expect(wait { traveler.status?.held == 1 })
        #expect(one.state == Inbox())
        first.flush()
        Thread.sleep(forTimeInterval: 0.1)
        #expect(two.state.names == ["ann", "ben"])
        traveler.resume()
        #expect(wait { one.state.names == ["ann", "ben"] })
        // And back for good: this is a change like others.
        try traveler.jump(to: 1)
        traveler.continueHere()
        #expect(wait { two.state.names == ["ann"] && one.state == two.state })
    }

    @Test func aReplicaThatFinishedRestartsUnderItsId() throws {
        var first: Replica? = try replica(one, "one")
        one.dispatch(.received(from: "ann"))
        first?.flush()
        first = nil
        replicas.store([])
        // As a process that was killed in the middle of a line leaves it.
        try append(#"{"seq":2,"at":9.0,"action":{"allRead":{}},"clo"#.utf8, to: "\(shared)/one.jsonl")
        let second = try replica(two, "two")
        #expect(two.state.names == ["ann"])
        two.dispatch(.received(from: "ben"))
        second.flush()
        let again = Store(program: InboxProgram())
        var third: Replica<InboxProgram>?
        // The lock is free when the last of the first one's work is done.
        #expect(
            wait {
                third = try? replica(again, "one")
                return third != nil
            })
        #expect(again.state.names == ["ann", "ben"])
        again.dispatch(.allRead)
        #expect(wait { two.state == Inbox(names: ["ann", "ben"], counts: ["ann": 1, "ben": 1]) })
        #expect(problems.load() == [])
    }

    @Test func anotherReducerIsReportedInBothInstances() throws {
        let faulty = InboxProgram { state, action in
            reduceInbox(&state, action)
            if case .tagged = action { state.unread = 99 }
        }
        try replica(one, "one")
        try replica(Store(program: faulty), "two", program: faulty)
        one.dispatch(.tagged("a"))
        #expect(wait { problems.load().count == 2 })
        one.dispatch(.tagged("b"))
        replicas.load().forEach { $0.flush() }
        #expect(
            problems.load().sorted()
                == [("one", "two"), ("two", "one")].map { one, other in
                    "replicas \(one) and \(other) know the same changes and have different states: the reducer is not pure, or "
                        + "not the same in both. Compare their recordings with `timeline diff`."
                })
    }

    @Test func statesThatWereSetConcurrentlyAreReported() throws {
        let conflicts = Cell<[String]>([])
        for (store, id) in [(one, "one"), (two, "two")] {
            try replica(store, id, .mirror) { conflict in
                conflicts.change { $0.append("\(conflict.origin) \(conflict.clock) \(conflict.winner)") }
            }
        }
        // The folder cannot be reached for a while, as on a machine that is offline.
        let away = folder.file("away")
        try FileManager.default.moveItem(atPath: shared, toPath: away)
        one.dispatch(.received(from: "ann"))
        two.dispatch(.received(from: "ben"))
        #expect(wait { problems.load().count >= 2 })
        try FileManager.default.moveItem(atPath: away, toPath: shared)
        #expect(wait { one.state.names == ["ben"] && two.state.names == ["ben"] })
        // Both replicas keep the state of the higher id, and report the other.
        #expect(wait { conflicts.load() == ["one 1 two", "one 1 two"] })
    }

    // MARK: - Files and errors

    @Test func filesArePrivateAndLinksAreNotFollowed() throws {
        try replica(one, "one").flush()
        #expect(FileStatus(shared)?.permissions == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: shared) {
            #expect(FileStatus("\(shared)/\(name)")?.permissions == 0o600, "\(name)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared).sorted() == [".one.lock", "one.jsonl"])
        let secret = folder.file("secret.jsonl")
        try text(of: "\(shared)/one.jsonl").replacingOccurrences(of: "\"one\"", with: "\"two\"")
            .write(toFile: secret, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: "\(shared)/two.jsonl", withDestinationPath: secret)
        #expect(
            wait {
                problems.load() == [
                    "cannot open \(shared)/two.jsonl: it is a symbolic link, which is not followed. It is not read."
                ]
            })
    }

    @Test func anIDIsFreeWhileAProcessThatIsBeingStartedStillHasACopyOfTheLock() throws {
        let folder = try ReplicaFolder(shared)
        var claim = try folder.claim(unlessTaken: "one")
        #expect(try claim != nil && folder.claim(unlessTaken: "one") == nil)
        let copies = (3..<1024).filter { descriptor in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return path?.hasSuffix("\(shared)/.one.lock") == true
        }.map { dup(Int32($0)) }
        defer { copies.forEach { close($0) } }
        #expect(!copies.isEmpty)
        claim = nil
        #expect(try folder.claim(unlessTaken: "one") != nil)
    }

    @Test func aFileThatIsTooLargeIsReportedWithItsSizeAndNotRead() throws {
        try replica(one, "one")
        let size = 1 << 28 + 1
        #expect(FileManager.default.createFile(atPath: "\(shared)/two.jsonl", contents: nil))
        #expect(truncate("\(shared)/two.jsonl", off_t(size)) == 0)
        #expect(
            wait {
                problems.load().last == "\(shared)/two.jsonl has \(size) bytes, more than \(1 << 28). It is not read."
            })
    }

    @Test func aCopyOrADamagedFileIsReportedAndTheOthersAreRead() throws {
        let first = try replica(one, "one")
        one.dispatch(.received(from: "ann"))
        first.flush()
        let sound = try text(of: "\(shared)/one.jsonl")
        // A name like those that sync services give to copies.
        try sound.write(toFile: "\(shared)/one-copy.jsonl", atomically: true, encoding: .utf8)
        try sound.write(toFile: "\(shared)/one (conflicted copy).jsonl", atomically: true, encoding: .utf8)
        let other =
            sound.replacing(/,"(crc|checksums)":"\w+"/, with: "").replacingOccurrences(of: "\"one\"", with: "\"zed\"")
            + "{\"seq\":5,\"at\":9,\"action\":{\"allRead\":{}},\"clock\":9}\n{}\n"
        try other.write(toFile: "\(shared)/zed.jsonl", atomically: true, encoding: .utf8)
        try replica(two, "two")
        #expect(wait { problems.load().count >= 2 })
        let lines = sound.split(separator: "\n").count
        #expect(
            Set(problems.load()) == [
                "\(shared)/one-copy.jsonl, line 1: it is of replica \"one\", so it is a copy; remove it when nothing is "
                    + "missing. Nothing of it is read.",
                "\(shared)/zed.jsonl, line \(lines + 1): expected step 2, found step 5. The rest is not read.",
            ])
    }

    @Test func anErrorNamesItsReason() throws {
        try replica(one, "one").flush()
        #expect(
            errorMessage { _ = try replica(two, "One") }
                == "\"One\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens")
        #expect(
            errorMessage { _ = try replica(two, "one") }
                == "another process is the replica \"one\" in \(shared); give each its own id")
        #expect(
            errorMessage { _ = try replica(one, "two") }
                == "the store already has a replica; a store can have only one at a time")
        let file = folder.file("file")
        try "".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(
            errorMessage {
                _ = try Replica(two, program: InboxProgram(), folder: file, mode: .mirror)
            } == "nothing is shared in \(file): it is not a folder")
        let old = "\(shared)/old.jsonl"
        try text(of: "\(shared)/one.jsonl").replacing(/,"(crc|checksums)":"\w+"/, with: "")
            .replacingOccurrences(of: "\"one\"", with: "\"old\"").write(toFile: old, atomically: true, encoding: .utf8)
        #expect(
            errorMessage { _ = try replica(two, "old", .mirror) }
                == "\(old), line 1: it is of program \"inbox\" in mode \"actions\", and this is \"inbox\" in mode "
                + "\"mirror\"; use a folder of its own. Nothing of it is read. Move the file away to start a new log.")
    }
}
