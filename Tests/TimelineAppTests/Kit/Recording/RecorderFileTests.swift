import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Changes by other code to the file while it is written. Most tests run in another process.
@Suite(.ownThreads)
struct RecorderFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }

    @Test func aLimitOnTheSizeOfFilesDoesNotKillTheApp() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            // SIGXFSZ has its default effect: a write past the limit would end the process.
            FullDisk.limitFiles(to: 1000)
            let problems = Problems()
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
            var state = Total()
            let reducer = recorder.recording(reduceTotal)
            for _ in 1...100 { reducer(&state, .add(by: 1)) }
            recorder.finish()
            #expect(state == Total(count: 100))
            let first = try #require(Int(problems.messages[0].split(whereSeparator: { " :".contains($0) })[4]))
            #expect(
                problems.messages == [
                    "recording stopped at step \(first): file too large",
                    "the end of the recording is missing, and the \(101 - first) steps before it: file too large",
                ])
        }
        let journal = try Journal(opening: path).sound()
        #expect(journal.bytes <= 1000)
        #expect(try journal.index.actions > 0)
        #expect(try !journal.index.isTorn)
    }

    @Test func aClosedDescriptorIsReopened() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceTotal)
            var state = Total()
            reducer(&state, .add(by: 1))
            close(try #require(descriptor(of: path)))
            reducer(&state, .add(by: 2))
            reducer(&state, .add(by: 3))
            recorder.finish()
            #expect(
                problems.messages == [
                    "recording stopped at step 2: bad file descriptor", "recording resumes at step 3; 1 are missing",
                ])
        }
        #expect(
            try text(of: path)
                == tickingTimeline(
                    #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":2,"at":0.300000,"gap":{"through":2,"why":"bad file descriptor"}}"#,
                    #"{"seq":2,"at":0.300000,"state":{"count":3}}"#,
                    #"{"seq":3,"at":0.300000,"action":{"add":{"by":3}},"from":"user"}"#,
                    #"{"seq":3,"at":0.300000,"state":{"count":6}}"#,
                    #"{"seq":3,"at":0.400000,"end":{"actions":3,"snapshots":3}}"#))
    }

    @Test func aDescriptorReusedForAnotherFileIsDetectedAndNotClosed() async throws {
        let other = folder.file("theirs")
        await #expect(processExitsWith: .success) { [path = path as String, other = other as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
            let theirs = open(other, O_WRONLY | O_CREAT, 0o600)
            dup2(theirs, try #require(descriptor(of: path)))
            recorder.finish()
            #expect(problems.messages == ["\(path) was closed by another part of the app"])
        }
        #expect(try text(of: other) == "")
        #expect(try Journal(opening: path).hasEnd)
    }

    @Test func aTruncatedFileIsReported() throws {
        let problems = Problems()
        let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
        truncate(path, 10)
        recorder.finish()
        #expect(problems.messages == ["\(path) was cut short by another process"])
    }

    @Test func truncatedFilesDoNotEndTheApp() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: { _ in })
            let reducer = recorder.recording(reduceTotal)
            var state = Total()
            for file in [path + ".status", path] {
                reducer(&state, .add(by: 1))
                #expect(truncate(file, 0) == 0)
                reducer(&state, .add(by: 1))
            }
            #expect(state == Total(count: 4))
            #expect(try Data(contentsOf: URL(filePath: path + ".status")).count == 64)
        }
    }

    /// Its number would be too low, so a crash report would blame a reducer that returned.
    @Test func aStatusPageThatCannotBeWrittenIsRemoved() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(
                for: TotalProgram(), to: path, snapshots: .every(100), onProblem: problems.note)
            let seq = recorder.begin(.add(by: 1))
            signal(SIGXFSZ, SIG_IGN)
            FullDisk.limitFiles(to: 10)
            recorder.commit(seq, Total(count: 1))
            #expect(
                problems.messages == [
                    "whether the last reducer returned will not be known after a crash: cannot write \(path).status: "
                        + "file too large"
                ])
        }
        #expect(try folder.names() == ["run.jsonl"])
    }
}

/// The descriptor of an open file of this process.
private func descriptor(of path: String) -> Int32? {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return nil }
    return (3..<256).first {
        var found = stat()
        return fstat($0, &found) == 0 && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
            && fcntl($0, F_GETFL) & O_ACCMODE == O_WRONLY
    }
}
