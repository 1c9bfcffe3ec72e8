import Foundation
import Testing
import TimelineKit
import TimelineSystem
import TimelineTestSupport

@testable import TimelineLive

/// The delay of a save of which the system sends no event: until the next check of the file. No test depends on a clock.
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
        let folder = try TemporaryFolder()
        let file = folder.file("state.json")
        try "{}".write(toFile: file, atomically: false, encoding: .utf8)
        let before = FileStatus(file)
        #expect(FileStatus(file) == before)
        #expect(try shell(script, in: folder, text: #"{"unread":1}"#) == 0)
        #expect(FileStatus(file) != before)
    }

    @Test func aValidSaveIsReadAtTheFirstCheckWhateverPrecededIt() throws {
        let good = Array(#"{"unread":7,"names":[],"tags":[],"counts":{}}"#.utf8)
        let written = try StateText.encode(Inbox(), RealEncoding(.refused))
        let bad = Array("{".utf8)
        // The texts that were read before; a bad one is reported at the second check.
        let pasts: [[[UInt8]?]] = [
            [], [written], [nil], [written, nil], [bad], [bad, bad], [written, bad], [written, bad, bad],
            [bad, nil], [written, bad, bad, nil], [bad, Array("{}".utf8)], [good, bad], [good, bad, bad], [good, nil],
        ]
        for past in pasts {
            var core = ReloadCore<Inbox>(file: "state.json")
            var now = Duration.zero
            for text in past {
                _ = core.read(text, live: Inbox(), now: now)
                now += ReloadCore<Inbox>.retryDelay
            }
            let decision = core.read(good, live: Inbox(), now: now)
            guard case .set(Inbox(unread: 7)) = decision else {
                Issue.record("after \(past.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "none" })")
                continue
            }
        }
    }
}
