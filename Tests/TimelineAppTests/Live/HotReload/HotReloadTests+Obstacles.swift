import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// A link, a folder or a pipe at the path of the file while the app runs.
extension HotReloadTests {
    enum Obstacle: CaseIterable {
        case link, folder, pipe

        /// Puts the obstacle in place of the file. The app may write the file again after it was removed.
        func put(at path: String) { repeat { unlink(path) } while !isPut(at: path) }

        private func isPut(at path: String) -> Bool {
            switch self {
            case .link: symlink("elsewhere", path) == 0
            case .folder: mkdir(path, 0o700) == 0
            case .pipe: mkfifo(path, 0o600) == 0
            }
        }

        func message(of path: String) -> String {
            let reason =
                switch self {
                case .link: "cannot open \(path): it is a symbolic link, which is not followed"
                case .folder, .pipe: "cannot read \(path): it is not a regular file"
                }
            return "\(reason). The state is unchanged."
        }
    }

    @Test(arguments: Obstacle.allCases)
    func anObstacleIsReportedOnceAndNotTouchedAndTheFileIsWrittenAgainAfterIt(obstacle: Obstacle) throws {
        try reload(store)
        for round in 1...2 {
            obstacle.put(at: file)
            #expect(wait { problems.load().count == round })
            let (inode, changed) = try (number(of: file), change(of: folder.path))
            for _ in 0..<10 {
                store.dispatch(.received(from: "ann"))
                // Longer than the interval between two writes.
                Thread.sleep(forTimeInterval: 0.03)
            }
            #expect(problems.load().map(\.description) == Array(repeating: obstacle.message(of: file), count: round))
            // No file in the folder was created, moved or removed, even temporarily.
            #expect(try number(of: file) == inode)
            #expect(try change(of: folder.path) == changed)
            #expect(rmdir(file) == 0 || unlink(file) == 0)
            #expect(wait { (try? decoded()) == store.state })
            let saved = Inbox(unread: round * 100)
            try JSONEncoder().encode(saved).write(to: URL(filePath: file), options: .atomic)
            #expect(wait { store.state == saved })
        }
        #expect(problems.load().count == 2)
    }

    @Test func aSaveThatReplacesAnObstacleIsReadAndNotOverwritten() throws {
        let hotReload = try reload(store)
        unlink(file)
        Obstacle.folder.put(at: file)
        #expect(wait { problems.load().count == 1 })
        store.dispatch(.received(from: "ann"))
        let saved = #"{"unread":7,"names":[],"tags":[],"counts":{}}"#
        try saved.write(toFile: folder.file("other"), atomically: false, encoding: .utf8)
        #expect(rmdir(file) == 0 && rename(folder.file("other"), file) == 0)
        #expect(wait { store.state == Inbox(unread: 7) })
        hotReload.finish()
        #expect(try text(of: file) == saved)
        #expect(problems.load().map(\.description) == [Obstacle.folder.message(of: file)])
    }

    private func decoded() throws -> Inbox {
        try JSONDecoder().decode(Inbox.self, from: Data(contentsOf: URL(filePath: file)))
    }

    private func number(of path: String) throws -> UInt64 {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
        return UInt64(status.st_ino)
    }

    /// The time of the last change in a folder.
    private func change(of path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    /// A sparse file may have any size.
    @Test func aFileThatIsTooLargeIsReportedAndNotTouched() throws {
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        #expect(truncate(file, 1 << 42) == 0)
        #expect(throws: FileError.self) { _ = try HotReload(store, file: file) }
        #expect(unlink(file) == 0)
        try reload(store)
        #expect(truncate(file, 1 << 42) == 0)
        #expect(wait { problems.load().map(\.kind) == [.notRead] })
        #expect(store.state == Inbox())
    }
}
