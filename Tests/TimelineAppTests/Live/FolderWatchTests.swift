import Dispatch
import Foundation
import Testing
import TimelineLive
import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct FolderWatchTests {
    private let queue = DispatchQueue(label: "test")

    @Test func aMissingFolderIsAnError() throws {
        let missing = TemporaryFolder().file("none")
        let error = #expect(throws: FileError.self) { _ = try FolderWatch(missing, for: nil, on: queue) {} }
        #expect(error?.isMissing == true)
    }

    @Test func aWatchOfAFileReportsOnlyItsChanges() throws {
        let folder = TemporaryFolder()
        let changes = DispatchSemaphore(value: 0)
        let watch = try FolderWatch(folder.path, for: "a", on: queue) { changes.signal() }
        try "x".write(toFile: folder.file("b"), atomically: false, encoding: .utf8)
        #expect(changes.wait(timeout: .now() + 0.6) == .timedOut)
        try "x".write(toFile: folder.file("a"), atomically: false, encoding: .utf8)
        #expect(changes.wait(timeout: .now() + 10) == .success)
        withExtendedLifetime(watch) {}
    }

    /// A folder does not show that a file in it was changed in place.
    @Test func aWatchOfAnyFileReportsRepeatedly() throws {
        let folder = TemporaryFolder()
        let looks = DispatchSemaphore(value: 0)
        let watch = try FolderWatch(folder.path, for: nil, on: queue) { looks.signal() }
        for _ in 0..<2 { #expect(looks.wait(timeout: .now() + 10) == .success) }
        withExtendedLifetime(watch) {}
    }
}
