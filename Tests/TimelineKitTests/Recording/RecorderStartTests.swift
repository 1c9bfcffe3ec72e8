import Foundation
import TestSupport
import TestHarness
import Testing
import TimelineJournal

@testable import TimelineKit
import TimelineStore

/// Creating a recorder never throws. If it cannot record, it reports the reason.
@Suite(.ownThreads)
struct RecorderStartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    // MARK: - Where it records

    @Test func aFolderHoldsTheSegmentsOfAFlightRecorder() throws {
        let runs = folder.file("runs")
        let recorder = Recorder(program: CounterProgram(), in: runs)
        #expect(recorder.path == runs)
        #expect(recorder.problem == nil)
        recorder.finish()
        let mapped = Recorder(program: CounterProgram(), in: runs, action: { (_: Int) in CounterAction.add(by: 1) })
        mapped.commit(mapped.begin(7), Counter(count: 1))
        mapped.finish()
        let names = try FileManager.default.contentsOfDirectory(atPath: runs)
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasPrefix("counter-") && $0.hasSuffix("-000001.jsonl") })
    }

    @Test func theOptionsApplyToEveryDestination() {
        var options = RecorderOptions()
        #expect(options.snapshots == .balanced)
        #expect(options.durability == .process)
        #expect(options.redaction == nil)
        #expect(options.retention == Retention(bytes: 64 << 20, age: .seconds(30 * 24 * 60 * 60)))
        #expect(options.onProblem == nil)
        options.durability = .strict
        for place in [RecordingDestination.file(folder.file()), .folder(folder.file("runs"), name: "mine")] {
            let recorder = Recorder(program: CounterProgram(), in: place, options: options)
            #expect(recorder.durability == .strict)
            recorder.finish()
        }
    }

    // MARK: - Where it cannot

    @Test func anExistingFileIsUntouched() throws {
        let bytes = Data([0x6D, 0x69, 0x6E, 0x65, 0x00, 0xFF, 0x0A])
        try bytes.write(to: URL(filePath: folder.file()))
        let before = try FileManager.default.attributesOfItem(atPath: folder.file())[.modificationDate] as? Date
        let problems = Problems()
        let recorder = Recorder(
            program: CounterProgram(), in: .file(folder.file()), options: RecorderOptions(onProblem: problems.note))
        #expect(recorder.path == nil)
        #expect(
            recorder.problem
                == RecordingProblem(
                    .fileExists, "nothing is recorded: cannot create \(folder.file()): file exists"))

        let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
        store.dispatch(.add(by: 2))
        store.set(Counter(count: 5), by: "test")
        store.dispatch(.add(by: 3))
        #expect(store.state == Counter(count: 8))
        let reducer = recorder.recording(CounterProgram().reduce)
        var state = Counter()
        reducer(&state, .add(by: 4))
        #expect(state == Counter(count: 4))
        recorder.origin("push").perform { reducer(&state, .add(by: 1)) }
        #expect(recorder.effectOrigin.tag(.add(by: 1)) == .add(by: 1))
        recorder.mark("here")
        recorder.finish()
        recorder.finish()

        #expect((recorder.seq, recorder.missing) == (0, 0))
        #expect(problems.all == [recorder.problem])
        #expect(try Data(contentsOf: URL(filePath: folder.file())) == bytes)
        let after = try FileManager.default.attributesOfItem(atPath: folder.file())[.modificationDate] as? Date
        #expect(before == after)
        #expect(try names() == ["run.jsonl"])
        let error = #expect(throws: JournalError.self) { try recorder.openJournal() }
        #expect(error?.description == "nothing is recorded: cannot create \(folder.file()): file exists")
    }

    @Test func everyStartProblemHasAKind() throws {
        try Data().write(to: URL(filePath: folder.file("plain")))
        let invalid = RecorderOptions(redaction: Redaction(state: ["a"]))
        let reasons: [(RecordingProblem.Kind, RecordingDestination, RecorderOptions, String)] = [
            (
                .fileExists, .file(folder.file("plain")), RecorderOptions(),
                "cannot create \(folder.file("plain")): file exists"
            ),
            (
                .fileNotCreated, .file(folder.file("none/run.jsonl")), RecorderOptions(),
                "cannot create \(folder.file("none/run.jsonl")): no such file or directory"
            ),
            (
                .folderNotUsable, .folder(folder.file("none/runs")), RecorderOptions(),
                "the folder \(folder.file("none/runs")) cannot be used: no such file or directory"
            ),
            (
                .folderNotUsable, .folder(folder.file("plain")), RecorderOptions(),
                "the folder \(folder.file("plain")) cannot be used: it is not a folder"
            ),
            (
                .redactionInvalid, .file(folder.file()), invalid,
                "the redaction cannot be used: the path a cannot be hidden: column 1: expected $, the root, found \"a\""
            ),
        ]
        for (kind, place, options, reason) in reasons {
            let problem = problemOnStart(in: place, options: options)
            #expect(problem == RecordingProblem(kind, "nothing is recorded: \(reason)"))
            #expect(problem?.reason == reason)
        }
        #expect(try names() == ["plain"])
    }

    @Test func withoutPermissionNothingIsRecorded() async throws {
        let path = folder.file("closed/run.jsonl")
        mkdir(folder.file("closed"), 0o500)
        chmod(folder.path, 0o755)
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may write to any file.
            if geteuid() == 0 { #expect(seteuid(4242) == 0) }
            let problem = try #require(problemOnStart(in: .file(path)))
            #expect(problem.kind == .fileNotCreated)
            #expect(problem.message == "nothing is recorded: cannot create \(path): permission denied")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("closed")) == [])
    }

    /// The name becomes part of the names of files and of the program executable.
    @Test(arguments: ["", "../evil", "a/b", "Counter", "my_app", "-a", String(repeating: "x", count: 65)])
    func anInvalidProgramNameCreatesNoFile(_ name: String) throws {
        let recorder = Recorder<Counter, CounterAction>(
            program: name, version: "1", initialState: Counter(), in: .file(folder.file()),
            options: RecorderOptions(onProblem: { _ in }))
        #expect(
            recorder.problem
                == RecordingProblem(
                    .programNameInvalid,
                    "nothing is recorded: the program's name \"\(name)\" should be 1 to 64 lower-case letters, digits and "
                        + "hyphens, beginning with a letter or a digit"))
        #expect(try names() == [])
    }

    @Test func aFirstStateThatCannotBeEncodedCreatesNoFile() throws {
        struct Sealed: Codable, Equatable {
            var parts = [Part()]
            struct Part: Codable, Equatable {
                init() {}
                init(from decoder: any Decoder) throws {}
                func encode(to encoder: any Encoder) throws {
                    throw EncodingError.invalidValue(
                        0, .init(codingPath: encoder.codingPath, debugDescription: "a part is never written"))
                }
            }
        }
        let recorder = Recorder<Sealed, CounterAction>(
            program: "sealed", version: "1", initialState: Sealed(), in: .file(folder.file()),
            options: RecorderOptions(onProblem: { _ in }))
        #expect(
            recorder.problem
                == RecordingProblem(
                    .stateNotEncodable,
                    "nothing is recorded: the first state cannot be encoded: $.parts[0]: a part is never written"))
        #expect(try names() == [])
    }

    @Test func theDefaultHandlerWritesOneLineToStandardError() async throws {
        let path = folder.file("none/run.jsonl")
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = path as String] in
            let recorder = Recorder(program: CounterProgram(), in: .file(path))
            let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
            for _ in 1...10 { store.dispatch(.add(by: 1)) }
            recorder.finish()
            precondition(store.state == Counter(count: 10))
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self)
                == "timeline: nothing is recorded: cannot create \(path): no such file or directory\n")
    }

    // MARK: - On request

    @Test func withoutARequestNothingIsRecordedOrReported() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for value in [nil, ""] {
                if let value { setenv("TIMELINE_RECORD", value, 1) } else { unsetenv("TIMELINE_RECORD") }
                let recorder = Recorder(program: CounterProgram(), in: .requested)
                #expect(recorder.path == nil)
                #expect(recorder.problem == nil)
                #expect(recorder.durability == nil)
                let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
                store.dispatch(.add(by: 1))
                #expect(store.state == Counter(count: 1))
                recorder.finish()
                let error = #expect(throws: JournalError.self) { try recorder.openJournal() }
                #expect(error?.description == "nothing is recorded: no recording was requested")
            }
        }
        #expect(result.standardErrorContent == [])
    }

    @Test func aRequestedRecordingIsMade() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("TIMELINE_RECORD", path, 1)
            let recorder = Recorder(program: CounterProgram(), in: .requested)
            #expect(recorder.path == path)
            #expect(recorder.durability == .process)
            recorder.finish()
            setenv("TIMELINE_RECORD", path + ".timed", 1)
            let timed = Recorder(
                program: CounterProgram(), in: .requested, options: RecorderOptions(durability: .timed),
                action: { (number: Int) in CounterAction.add(by: number) })
            #expect(timed.path == path + ".timed")
            #expect(timed.durability == .timed)
            timed.finish()
        }
        #expect(try Journal(opening: path).index.end != nil)
    }

    /// So the same code serves devices and `timeline record --`.
    @Test func aRequestReplacesAFolderButNotAFile() async throws {
        let path = folder.file()
        let runs = folder.file("runs")
        await #expect(processExitsWith: .success) { [path = path as String, runs = runs as String] in
            setenv("TIMELINE_RECORD", path, 1)
            let recorder = Recorder(program: CounterProgram(), in: runs)
            #expect(recorder.path == path)
            recorder.finish()
            let other = Recorder(program: CounterProgram(), in: .file(path + ".other"))
            #expect(other.path == path + ".other")
            other.finish()
        }
        #expect(try names() == ["run.jsonl", "run.jsonl.other"])
    }

    @Test func theReasonIsWrittenForTheRequestingProcess() async throws {
        try Data("mine".utf8).write(to: URL(filePath: folder.file()))
        try Data().write(to: URL(filePath: folder.file("reason")))
        await #expect(processExitsWith: .success) { [path = folder.file() as String] in
            setenv("TIMELINE_RECORD", path, 1)
            setenv("TIMELINE_RECORD_PROBLEM", (path as NSString).deletingLastPathComponent + "/reason", 1)
            let problems = Problems()
            let recorder = Recorder(
                program: CounterProgram(), in: .requested, options: RecorderOptions(onProblem: problems.note))
            #expect(problems.messages == ["nothing is recorded: cannot create \(path): file exists"])
            #expect(problems.all == [recorder.problem])
        }
        #expect(try text(of: folder.file("reason")) == "cannot create \(folder.file()): file exists")
        #expect(try text(of: folder.file()) == "mine")
    }
}
