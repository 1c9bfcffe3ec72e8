import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineLive

/// The delay of a save of which the system sends no event: until the next check of the file. No test depends on a clock.
@Suite(.ownThreads)
struct HotReloadDelayTests {
    @Test func theFileIsCheckedMoreThanOnceASecond() {
        #expect(FolderWatch.interval + FolderWatch.leeway < .seconds(1))
    }

    @Test(arguments: [
        "printf '%s' \"$TEXT\" > state.json",
        "printf '%s' \"$TEXT\" > other && mv other state.json",
        "rm state.json && printf '%s' \"$TEXT\" > state.json",
        "cp -p state.json other && printf '%s' \"$TEXT\" > other && mv other state.json",
        "rm state.json && mkdir state.json", "rm state.json",
    ])
    func theNextCheckDetectsASaveOfAnyKind(script: String) throws {
        let folder = TemporaryFolder()
        let file = folder.file("state.json")
        try "{}".write(toFile: file, atomically: false, encoding: .utf8)
        let before = FileStatus(file)
        #expect(FileStatus(file) == before)
        #expect(try shell(script, in: folder, text: #"{"unread":1}"#) == 0)
        #expect(FileStatus(file) != before)
    }
}
