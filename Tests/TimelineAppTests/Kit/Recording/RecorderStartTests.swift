import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// Creating a recorder never throws. If it cannot record, it reports the reason.
@Suite(.ownThreads)
struct RecorderStartTests {
    private let folder = TemporaryFolder()

    // MARK: - Where it records

    @Test func aFolderHoldsTheSegmentsOfAFlightRecorder() throws {
        let runs = folder.file("runs")
        #expect(problemOnStart(in: .folder(runs + "/")) == nil)
        let recorder = Recorder(program: TotalProgram(), in: runs)
        #expect(recorder.path == runs)
        #expect(recorder.problem == nil)
        recorder.finish()
        let mapped = Recorder(program: TotalProgram(), in: runs, action: { (_: Int) in TotalAction.add(by: 1) })
        mapped.commit(mapped.begin(7), Total(count: 1))
        mapped.finish()
        let names = try FileManager.default.contentsOfDirectory(atPath: runs)
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.hasPrefix("counter-") && $0.hasSuffix("-000001.jsonl") })
    }

    @Test func theDefaultOptions() {
        let options = RecorderOptions()
        #expect(options.snapshots == .balanced)
        #expect(options.durability == .process)
        #expect(options.redaction == nil)
        #expect(options.retention == Retention(bytes: 64 << 20, age: .seconds(30 * 24 * 60 * 60)))
        #expect(options.onProblem == nil)
    }

    // MARK: - Where it cannot

    @Test func anExistingFileIsUntouched() throws {
        let bytes = Data([0x6D, 0x69, 0x6E, 0x65, 0x00, 0xFF, 0x0A])
        try bytes.write(to: URL(filePath: folder.file()))
        let before = try FileManager.default.attributesOfItem(atPath: folder.file())[.modificationDate] as? Date
        let problems = Problems()
        let recorder = Recorder(
            program: TotalProgram(), in: .file(folder.file()), options: RecorderOptions(onProblem: problems.note))
        #expect(recorder.path == nil)
        #expect(
            recorder.problem
                == RecordingProblem(
                    .fileExists, "nothing is recorded: cannot create \(folder.file()): file exists"))

        let store = Store(program: TotalProgram(), middleware: [recorder.middleware])
        store.dispatch(.add(by: 2))
        store.set(Total(count: 5), by: "test")
        store.dispatch(.add(by: 3))
        #expect(store.state == Total(count: 8))
        let reducer = recorder.recording(TotalProgram().reduce)
        var state = Total()
        reducer(&state, .add(by: 4))
        #expect(state == Total(count: 4))
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
        #expect(try folder.names() == ["run.jsonl"])
        let error = #expect(throws: JournalError.self) { try recorder.openJournal() }
        #expect(error?.description == "nothing is recorded: cannot create \(folder.file()): file exists")
    }

    @Test func everyStartProblemHasAKind() throws {
        func expect(
            _ kind: RecordingProblem.Kind, in place: RecordingDestination, options: RecorderOptions = RecorderOptions(),
            _ reason: String
        ) throws {
            let before = try folder.names()
            let problem = problemOnStart(in: place, options: options)
            #expect(problem == RecordingProblem(kind, "nothing is recorded: \(reason)"))
            #expect(problem?.reason == reason)
            #expect(try folder.names() == before)
        }
        func expect(unusable name: String, prefix: String? = nil, _ reason: String) throws {
            let path = folder.file(name)
            try expect(
                .folderNotUsable, in: .folder(path, name: prefix), "the folder \(path) cannot be used: \(reason)")
        }
        let (plain, below) = (folder.file("plain"), folder.file("plain/run.jsonl"))
        try folder.write([], to: "plain")
        try expect(.fileExists, in: .file(plain), "cannot create \(plain): file exists")
        try expect(.fileNotCreated, in: .file(below), "cannot create \(below): not a directory")
        try expect(
            .redactionInvalid, in: .file(folder.file()), options: RecorderOptions(redaction: Redaction(state: ["a"])),
            "the redaction cannot be used: the path a cannot be hidden: column 1: expected $, the root, found \"a\"")

        try expect(unusable: "plain/runs", "not a directory")
        try expect(unusable: "plain", "it is not a folder")
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        try expect(unusable: "pipe", "it is not a folder")
        try folder.link("link", to: folder.path)
        for link in ["link", "link/"] { try expect(unusable: link, "it is a symbolic link, which is not followed") }
        mkdir(folder.file("open"), 0o700)
        chmod(folder.file("open"), 0o1777)
        try expect(unusable: "open", "other users may write to it; set its mode to 700")
        for prefix in ["", ".hidden", "a/b"] {
            try expect(
                unusable: "new", prefix: prefix,
                "the name of its files is empty, begins with a dot or has a slash")
        }
    }

    /// As Application Support at the first launch on iOS.
    @Test func missingFoldersAboveAreMade() throws {
        #expect(problemOnStart(in: .folder(folder.file("Library/Application Support/timelines/"))) == nil)
        #expect(problemOnStart(in: .file(folder.file("a/b/run.jsonl"))) == nil)
        for name in ["Library", "Library/Application Support", "Library/Application Support/timelines", "a", "a/b"] {
            #expect(try folder.mode(of: name) == "700", "\(name)")
        }
        #expect(problemOnStart(in: .file(String(repeating: "a/", count: 500_000)))?.kind == .fileNotCreated)
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
        let recorder = Recorder<Total, TotalAction>(
            program: name, version: "1", initialState: Total(), in: .file(folder.file()),
            options: RecorderOptions(onProblem: { _ in }))
        #expect(
            recorder.problem
                == RecordingProblem(
                    .programNameInvalid,
                    "nothing is recorded: the program's name \"\(name)\" should be 1 to 64 lower-case letters, digits and "
                        + "hyphens, beginning with a letter or a digit"))
        #expect(try folder.names() == [])
    }

    @Test func aFirstStateThatCannotBeEncodedCreatesNoFile() throws {
        struct Whole: Codable, Equatable { var parts = [SealedCount()] }
        let recorder = Recorder<Whole, TotalAction>(
            program: "sealed", version: "1", initialState: Whole(), in: .file(folder.file()),
            options: RecorderOptions(onProblem: { _ in }))
        #expect(
            recorder.problem
                == RecordingProblem(
                    .stateNotEncodable,
                    "nothing is recorded: the first state cannot be encoded: $.parts[0]: it is sealed"))
        #expect(try folder.names() == [])
    }

    @Test func theDefaultHandlerWritesOneLineToStandardError() async throws {
        let path = folder.file("plain/run.jsonl")
        try folder.write([], to: "plain")
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = path as String] in
            let recorder = Recorder(program: TotalProgram(), in: .file(path))
            let store = Store(program: TotalProgram(), middleware: [recorder.middleware])
            for _ in 1...10 { store.dispatch(.add(by: 1)) }
            recorder.finish()
            precondition(store.state == Total(count: 10))
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self)
                == "timeline: nothing is recorded: cannot create \(path): not a directory\n")
    }

    // MARK: - On request

    @Test func withoutARequestNothingIsRecordedOrReported() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for value in [nil, ""] {
                if let value { setenv("TIMELINE_RECORD", value, 1) } else { unsetenv("TIMELINE_RECORD") }
                let recorder = Recorder(program: TotalProgram(), in: .requested)
                #expect(recorder.path == nil)
                #expect(recorder.problem == nil)
                let store = Store(program: TotalProgram(), middleware: [recorder.middleware])
                store.dispatch(.add(by: 1))
                #expect(store.state == Total(count: 1))
                recorder.finish()
                let error = #expect(throws: JournalError.self) { try recorder.openJournal() }
                #expect(error?.description == "nothing is recorded: no recording was requested")
            }
        }
        #expect(result.standardErrorContent == [])
    }

    /// A request also replaces a folder, so that the same code serves devices and `timeline record --`.
    @Test func aRequestedRecordingIsMade() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String, runs = folder.file("runs") as String] in
            setenv("TIMELINE_RECORD", path, 1)
            let recorder = Recorder(program: TotalProgram(), in: .requested)
            #expect(recorder.path == path)
            recorder.finish()
            let other = Recorder(program: TotalProgram(), in: .file(path + ".other"))
            #expect(other.path == path + ".other")
            other.finish()
            setenv("TIMELINE_RECORD", path + ".mapped", 1)
            let mapped = Recorder(
                program: TotalProgram(), in: runs, action: { (number: Int) in TotalAction.add(by: number) })
            #expect(mapped.path == path + ".mapped")
            mapped.finish()
        }
        #expect(try Journal(opening: path).hasEnd)
        #expect(try folder.names() == ["run.jsonl", "run.jsonl.mapped", "run.jsonl.other"])
    }

    @Test func theReasonIsWrittenForTheRequestingProcess() async throws {
        try Data("mine".utf8).write(to: URL(filePath: folder.file()))
        try Data().write(to: URL(filePath: folder.file("reason")))
        await #expect(processExitsWith: .success) { [path = folder.file() as String] in
            setenv("TIMELINE_RECORD", path, 1)
            setenv("TIMELINE_RECORD_PROBLEM", (path as NSString).deletingLastPathComponent + "/reason", 1)
            let problems = Problems()
            let recorder = Recorder(
                program: TotalProgram(), in: .requested, options: RecorderOptions(onProblem: problems.note))
            #expect(problems.messages == ["nothing is recorded: cannot create \(path): file exists"])
            #expect(problems.all == [recorder.problem])
        }
        #expect(try text(of: folder.file("reason")) == "cannot create \(folder.file()): file exists")
        #expect(try text(of: folder.file()) == "mine")
    }
}
