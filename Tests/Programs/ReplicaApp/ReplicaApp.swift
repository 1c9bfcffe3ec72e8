import Foundation
import TimelineKit

/// An app that shares its state, to be killed: dispatches at random for a while, then waits until it is told to say what its
/// state is.
///
///     replica-app FOLDER ID MODE SEED CHANGES [faulty]
///
/// Says `changed` when its changes are in the folder. Then answers each line of its input with its state as JSON, and ends
/// with its input. What is wrong it says as `alarm …`, `conflict …` or `problem …`.
@main struct ReplicaApp {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 6, let mode = ReplicaMode(rawValue: words[3]), var seed = UInt64(words[4]),
            let changes = Int(words[5])
        else { fatalError("usage: replica-app FOLDER ID MODE SEED CHANGES [faulty]") }
        let program = SharedProgram(isFaulty: words.last == "faulty")
        let store = Store(program: program)
        let id = words[2]
        let replica = try Replica(
            store, program: program, in: words[1], as: id, mode: mode, sendingAtMostEvery: .milliseconds(5),
            onConflict: { say("conflict \($0.origin) \($0.version) \($0.winner) \($0.winnerVersion)") },
            onAlarm: { say("alarm \($0)") }, onProblem: { say("problem \($0)") })
        say("joined")
        for _ in 0..<changes {
            // The generator of Knuth's MMIX.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let chance = Int(seed >> 33)
            store.dispatch(.wrote(by: id, word: "\(chance % 1000)"))
            usleep(UInt32(chance % 4000))
        }
        replica.flush()
        say("changed")
        while readLine() != nil {
            replica.flush()
            say(String(decoding: try JSONEncoder.sorted.encode(store.state), as: UTF8.self))
        }
        withExtendedLifetime(replica) {}
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
