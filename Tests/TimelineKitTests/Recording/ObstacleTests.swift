import Foundation
import Testing
import TimelineJournal

@testable import TimelineKit

/// Links, pipes, folders and other users' folders that stand where files are to be made: nothing is written through them,
/// and whoever reads the message knows what stands there.
struct ObstacleTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    enum Obstacle: CaseIterable {
        case link, danglingLink, pipe, folder
    }

    private var target: String { scratch.file("target") }

    private func put(_ obstacle: Obstacle, at path: String) throws {
        switch obstacle {
        case .link:
            try "precious".write(toFile: target, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .danglingLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    private func expectTargetUntouched(by obstacle: Obstacle) throws {
        if obstacle == .link { #expect(try text(of: target) == "precious") }
        if obstacle != .link { #expect(!FileManager.default.fileExists(atPath: target)) }
    }

    /// A folder of another user; nil where this process may not give one away.
    private func foreignFolder() throws -> String? {
        let path = scratch.file("theirs")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard chown(path, 4242, 4242) == 0 else {
            print("skipped: only root gives folders away")
            return nil
        }
        return path
    }

    @Test(arguments: Obstacle.allCases)
    func inTheJournalsPlaceNothingIsRecorded(obstacle: Obstacle) throws {
        let path = scratch.file()
        try put(obstacle, at: path)
        let error = #expect(throws: RecorderError.self) { _ = try Recorder(for: CounterProgram(), to: path) }
        #expect(error?.description == "cannot create \(path): file exists")
        try expectTargetUntouched(by: obstacle)
    }

    @Test func aPipeInTheFoldersPlaceIsRefused() throws {
        let path = scratch.file("timelines")
        try put(.pipe, at: path)
        let error = #expect(throws: RecorderError.self) { _ = try Recorder(for: CounterProgram(), inFolder: path) }
        #expect(error?.description == "nothing is recorded into \(path): it is no folder")
    }

    /// A page that an earlier run left is replaced, and so is what else lies there; a folder cannot be.
    @Test(arguments: Obstacle.allCases)
    func inThePagesPlaceTheRecordingIsMadeAllTheSame(obstacle: Obstacle) throws {
        let page = scratch.file("run.jsonl.status")
        try put(obstacle, at: page)
        let problems = Problems()
        let recorder = try Recorder.ticking(for: CounterProgram(), to: scratch.file(), onProblem: problems.note)
        recorder.commit(recorder.begin(.add(by: 1)), Counter(count: 1))
        let session = "00000000-0000-4000-8000-000000000000"
        let told =
            "whether the last reducer returned will not be known after a crash: cannot create \(page): file exists"
        #expect(problems.told == (obstacle == .folder ? [told] : []))
        let reduced = StatusPage.lastReduced(beside: scratch.file(), session: session)
        #expect(reduced == (obstacle == .folder ? nil : 1))
        recorder.finish()
        #expect(try Journal(opening: scratch.file()).index.last == 1)
        try expectTargetUntouched(by: obstacle)
    }

    @Test(arguments: Obstacle.allCases)
    func inTheBundlesPlaceItIsReplacedOrSaid(obstacle: Obstacle) throws {
        try sealed(tickingHeader(snapshots: "balanced"), #"{"seq":0,"at":0.000000,"state":{"count":0}}"#)
            .write(toFile: scratch.file(), atomically: false, encoding: .utf8)
        let bundle = scratch.file("run.bundle.jsonl")
        try put(obstacle, at: bundle)
        let report = try #require(
            try CrashReports.pending(in: scratch.path, of: CounterProgram(), for: .sentry).first)
        #expect(report.bundle == (obstacle == .folder ? nil : bundle))
        #expect(
            report.problem
                == (obstacle == .folder ? "there is no bundle: cannot create \(bundle): is a directory" : nil))
        if obstacle != .folder { #expect(try Journal(opening: bundle).header.bundle != nil) }
        try expectTargetUntouched(by: obstacle)
    }

    private func expectNoStates(in folder: String, _ reason: String) throws {
        let restorer = StateRestorer(CounterProgram(), in: folder)
        let restored = restorer.restore()
        #expect(restored.source == .initial)
        #expect(restored.problem == "cannot open \(folder): \(reason)")
        let error = #expect(throws: SavingError.self) { try restorer.save(Counter(count: 2)) }
        #expect(error?.description == "the state was not saved: cannot open \(folder): \(reason)")
    }

    @Test func inThePlaceOfTheSavedStatesNothingIsRestoredOrSaved() throws {
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
        try expectNoStates(in: link, "it is a symbolic link, which is not followed")
        let pipe = scratch.file("pipe")
        try put(.pipe, at: pipe)
        try expectNoStates(in: pipe, "not a directory")
        let open = scratch.file("open")
        try put(.folder, at: open)
        chmod(open, 0o777)
        try expectNoStates(in: open, "others may put files into it; make its mode 700")
        if let foreign = try foreignFolder() { try expectNoStates(in: foreign, "it is owned by another user") }
    }

    @Test(arguments: Obstacle.allCases)
    func inTheSavedStatesOwnPlacesNothingIsFollowed(obstacle: Obstacle) throws {
        let folder = scratch.file("saved")
        let restorer = StateRestorer(CounterProgram(), in: folder)
        try restorer.save(Counter(count: 1))
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
            case .pipe, .folder: "cannot read \(path): it is no regular file"
            }
        let aside = restored.setAside.map(\.reason)
        // A folder has no second name, so it is not set aside.
        #expect(aside == (obstacle == .folder ? [] : [.unreadable(reason)]))
        try expectTargetUntouched(by: obstacle)
        try restorer.save(Counter(count: 2))
        try expectTargetUntouched(by: obstacle)
    }

    @Test(arguments: [mode_t(0), 0o077, 0o777])
    func allThatIsWrittenIsItsOwnersAloneWhateverTheUmask(mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [root = scratch.path as String, mask = mask as mode_t] in
            umask(mask)
            let killed = try Recorder(for: CounterProgram(), to: "\(root)/run.jsonl")
            let segments = try Recorder(for: CounterProgram(), inFolder: "\(root)/timelines")
            let restorer = StateRestorer(CounterProgram(), in: "\(root)/saved")
            try restorer.save(Counter(count: 1))
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
            for report in try CrashReports.pending(in: root, of: CounterProgram(), for: .sentry) {
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
