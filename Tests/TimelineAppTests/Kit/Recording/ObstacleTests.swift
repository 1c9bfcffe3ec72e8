import Foundation
import Testing
@testable import TimelineKit
import TimelineTestSupport

/// Paths that are blocked by links, pipes, folders and other users' folders: nothing is written through them, and the message
/// names what is there.
@Suite(.ownThreads)
struct ObstacleTests {
    private let scratch = TemporaryFolder()

    enum Obstacle: CaseIterable {
        case link, danglingLink, pipe, folder
        /// A file of the user that happens to have the name.
        case notes

        /// Its description in messages.
        var what: String {
            switch self {
            case .link, .danglingLink: "it is a symbolic link"
            case .pipe: "it is not a regular file"
            case .folder: "it is a folder"
            case .notes: "it does not hold what was expected"
            }
        }
    }

    private var target: String { scratch.file("target") }

    private func put(_ obstacle: Obstacle, at path: String, notes: String = "notes") throws {
        switch obstacle {
        case .link:
            try "precious".write(toFile: target, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .danglingLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .notes: try notes.write(toFile: path, atomically: false, encoding: .utf8)
        }
    }

    private func expectTargetUntouched(by obstacle: Obstacle) throws {
        if obstacle == .link { #expect(try text(of: target) == "precious") }
        if obstacle != .link { #expect(!FileManager.default.fileExists(atPath: target)) }
    }

    private func expectPresent(_ obstacle: Obstacle, at path: String, notes: String = "notes") throws {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        let kind =
            switch obstacle {
            case .link, .danglingLink: S_IFLNK
            case .pipe: S_IFIFO
            case .folder: S_IFDIR
            case .notes: S_IFREG
            }
        #expect(status.st_mode & S_IFMT == kind)
        if obstacle == .notes { #expect(try text(of: path) == notes) }
        try expectTargetUntouched(by: obstacle)
    }

    private let recorded = sealed(
        tickingHeader(snapshots: "balanced"), #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#)

    /// The report of a run that crashed.
    private func report() throws -> PendingCrashReport {
        try scratch.write(recorded.utf8, to: "run.jsonl")
        return try #require(try CrashReports.pending(in: scratch.path).first)
    }

    @Test(arguments: Obstacle.allCases)
    func nothingIsRecordedIfTheJournalPathIsBlocked(obstacle: Obstacle) throws {
        let path = scratch.file()
        try put(obstacle, at: path)
        let problem = problemOnStart(in: .file(path))
        #expect(problem?.message == "nothing is recorded: cannot create \(path): file exists")
        try expectTargetUntouched(by: obstacle)
    }

    @Test(arguments: Obstacle.allCases)
    func nothingIsRecordedIfTheStatusPathIsBlocked(obstacle: Obstacle) throws {
        let page = scratch.file("run.jsonl.status")
        try put(obstacle, at: page)
        let before = try scratch.names()
        let problem = problemOnStart(in: .file(scratch.file()))
        #expect(
            problem?.message
                == "nothing is recorded: cannot replace \(page): \(obstacle.what), and not ours to replace: move it away"
        )
        #expect(try scratch.names() == before)
        try expectPresent(obstacle, at: page)
    }

    @Test(.needsRoot) func aStatusPageOfAnotherUserIsKept() throws {
        let page = try scratch.write([], to: "run.jsonl.status")
        #expect(chown(page, 4242, 4242) == 0)
        #expect(
            problemOnStart(in: .file(scratch.file()))?.message
                == "nothing is recorded: cannot replace \(page): it is owned by another user, and not ours to replace: move it away"
        )
    }

    @Test(arguments: Obstacle.allCases)
    func aMarkerPathThatIsBlockedStaysUntouched(obstacle: Obstacle) throws {
        let reported = scratch.file("run.reported")
        let notes = "a face, of cafes"
        try put(obstacle, at: reported, notes: notes)
        let report = try report()
        let error = #expect(throws: FileError.self) { try report.markSent() }
        #expect(
            error?.description == "cannot replace \(reported): \(obstacle.what), and not ours to replace: move it away")
        try expectPresent(obstacle, at: reported, notes: notes)
        // With its path free, the run is marked.
        try FileManager.default.removeItem(atPath: reported)
        try report.markSent()
        #expect(try CrashReports.pending(in: scratch.path) == [])
    }

    @Test(arguments: Obstacle.allCases)
    func aBlockedBundlePathStaysUntouchedAndIsReported(obstacle: Obstacle) throws {
        let bundle = scratch.file("run.bundle.jsonl")
        try put(obstacle, at: bundle, notes: recorded)
        let report = try report()
        #expect(report.bundle == nil)
        #expect(
            report.problem
                == "there is no bundle: cannot replace \(bundle): \(obstacle.what), and not ours to replace: move it away"
        )
        try expectPresent(obstacle, at: bundle, notes: recorded)
    }

    private func expectNoStates(in folder: String, _ reason: String) throws {
        let restorer = StateRestorer(program: TotalProgram(), in: folder)
        let restored = restorer.restore()
        #expect(restored.source == .initial)
        #expect(restored.problem == "cannot open \(folder): \(reason)")
        let error = #expect(throws: SavingError.self) { try restorer.save(Total(count: 2)) }
        #expect(error?.code == .file)
        #expect(error?.description == "the state was not saved: cannot open \(folder): \(reason)")
    }

    @Test func nothingIsRestoredOrSavedIfTheFolderPathIsBlocked() throws {
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
        try expectNoStates(in: link, "it is a symbolic link, which is not followed")
        let pipe = scratch.file("pipe")
        try put(.pipe, at: pipe)
        try expectNoStates(in: pipe, "it is not a folder")
        let open = scratch.file("open")
        try put(.folder, at: open)
        chmod(open, 0o777)
        try expectNoStates(in: open, "other users may write to it; set its mode to 700")
    }

    @Test(.needsRoot) func nothingIsRestoredOrSavedInTheFolderOfAnotherUser() throws {
        try put(.folder, at: scratch.file("theirs"))
        #expect(chown(scratch.file("theirs"), 4242, 4242) == 0)
        try expectNoStates(in: scratch.file("theirs"), "it is owned by another user")
    }

    @Test(arguments: Obstacle.allCases.filter { $0 != .notes })
    func blockedPathsOfSavedStatesAreNotFollowed(obstacle: Obstacle) throws {
        let folder = scratch.file("saved")
        let restorer = StateRestorer(program: TotalProgram(), in: folder)
        try restorer.save(Total(count: 1))
        for name in ["000001.state", "launching"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            try put(obstacle, at: "\(folder)/\(name)")
            try? FileManager.default.removeItem(atPath: target)
            if obstacle == .link { try "precious".write(toFile: target, atomically: false, encoding: .utf8) }
        }
        let restored = restorer.restore()
        #expect(restored.source == .initial)
        let path = "\(folder)/000001.state"
        let reason =
            switch obstacle {
            case .link, .danglingLink: "cannot open \(path): it is a symbolic link, which is not followed"
            case .pipe, .folder, .notes: "cannot read \(path): it is not a regular file"
            }
        let aside = restored.rejectedFiles.map(\.reason)
        // A folder cannot have a second name, so it is not renamed.
        #expect(aside == (obstacle == .folder ? [] : [.unreadable(reason)]))
        try expectTargetUntouched(by: obstacle)
        try restorer.save(Total(count: 2))
        try expectTargetUntouched(by: obstacle)
    }

    @Test(arguments: [mode_t(0), 0o077, 0o777])
    func allFilesArePrivateWhateverTheUmask(mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [root = scratch.path as String, mask = mask as mode_t] in
            umask(mask)
            let killed = Recorder(program: TotalProgram(), in: .file("\(root)/run.jsonl"))
            let segments = Recorder(program: TotalProgram(), in: "\(root)/timelines")
            let restorer = StateRestorer(program: TotalProgram(), in: "\(root)/saved")
            try restorer.save(Total(count: 1))
            _ = restorer.restore()
            var modes: [String: Int] = [:]
            func look() throws {
                for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")
                    let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                    let mode = attributes[.posixPermissions] as? Int
                    #expect(mode == (isFolder ? 0o700 : 0o600), "\(name)")
                    modes[name] = mode
                }
            }
            try look()
            let crashed = "\(root)/run.jsonl"
            try Data(contentsOf: URL(filePath: crashed)).write(to: URL(filePath: "\(root)/copy.jsonl"))
            chmod("\(root)/copy.jsonl", 0o600)
            for report in try CrashReports.pending(in: root, endedBetweenSteps: true) {
                #expect(report.bundle == "\(root)/copy.bundle.jsonl")
                try look()
                try report.markSent()
            }
            try look()
            // Journal, page, segments' folder, segment, page, saved states' folder, state, launching, copy, bundle, mark.
            #expect(modes.count == 11)
            killed.finish()
            segments.finish()
        }
    }
}
