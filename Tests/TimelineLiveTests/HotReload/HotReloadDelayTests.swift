import Foundation
import TestSupport
import Testing

import TimelineKit
@testable import TimelineLive
import TimelineLive
import TimelineSystem

/// How long a good save may wait until it is the state, where no system tells of it: until the next look, and no longer.
/// No clock is asked.
struct HotReloadDelayTests {
    @Test func looksAreLessThanASecondApart() {
        #expect(FolderWatch.interval + FolderWatch.leeway < .seconds(1))
    }

    @Test(arguments: [
        "printf '%s' \"$TEXT\" > state.json",
        "printf '%s' \"$TEXT\" > other && mv other state.json",
        "rm state.json && printf '%s' \"$TEXT\" > state.json",
        "cp -p state.json other && printf '%s' \"$TEXT\" > other && mv other state.json",
        "rm state.json && mkdir state.json", "rm state.json",
    ])
    func theNextLookSeesASaveOfAnyKind(script: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state.json")
        try "{}".write(toFile: file, atomically: false, encoding: .utf8)
        let before = FileStatus(file)
        #expect(FileStatus(file) == before)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ["TEXT": #"{"unread":1}"#, "PATH": "/usr/bin:/bin"]
        try process.run()
        process.waitUntilExit()
        #expect(FileStatus(file) != before)
    }

    @Test func aGoodSaveIsTakenAtTheFirstLookWhateverWasThereBefore() throws {
        let good = Array(#"{"unread":7,"names":[],"tags":[],"counts":{}}"#.utf8)
        let written = try EditedText.encode(Inbox(), RealEncoding(.refused))
        let bad = Array("{".utf8)
        // What was read before, and when; a bad one is told at the second look.
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
