import Foundation
import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore

/// An app that shares its state, to be killed: dispatches at random for a while, then waits for the command to print its state.
///
///     replica-app FOLDER ID MODE SEED CHANGES [--faulty] [--serve SOCKET|PORT] [--through URL]
///
/// Says `changed` when its changes are in the folder, or with the host. Then answers each line of its input with its state as
/// JSON, and ends with its input. What is wrong it says as `conflict …` or `problem …`.
enum ReplicaApp {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 6, let mode = Replica<SharedProgram>.Mode(rawValue: words[3]), var seed = UInt64(words[4]),
            let changes = Int(words[5])
        else { fatalError("usage: replica-app FOLDER ID MODE SEED CHANGES [--faulty] [--serve PLACE] [--through URL]") }
        func value(of option: String) -> String? {
            words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        let (folder, id) = (words[1], words[2])
        let program = SharedProgram(isFaulty: words.contains("--faulty"))
        let place = value(of: "--serve")
        // Beside the folder; the recording of a run that was killed is of no use here.
        let recording = "\(folder).\(id).\(getpid()).jsonl"
        let recorder = place.map { _ in Recorder(program: program, in: .file(recording)) }
        let store = Store(program: program, middleware: [recorder?.middleware].compactMap(\.self))
        let conflict: @Sendable (ReplicaConflict<Shared, SharedAction>) -> Void = {
            say("conflict \($0.origin) \($0.clock) \($0.winner) \($0.winnerClock)")
        }
        let problem: @Sendable (ReplicaProblem) -> Void = { say("problem \($0)") }
        let replica: Replica<SharedProgram>
        if let url = value(of: "--through") {
            do throws(ReplicaError) {
                replica = try await Replica(
                    store, program: program, joining: url, folder: folder, id: id, mode: mode,
                    sendingAtMostEvery: .milliseconds(5), onConflict: conflict, onProblem: problem)
            } catch {
                say("refused \(error)")
                exit(1)
            }
        } else {
            replica = try Replica(
                store, program: program, folder: folder, id: id, mode: mode, sendingAtMostEvery: .milliseconds(5),
                onConflict: conflict, onProblem: problem)
        }
        var host: TimelineHost<SharedProgram>?
        if let place, let recorder {
            let address = UInt16(place).map { HostAddress.loopback(port: $0) } ?? .unixSocket(path: place)
            host = TimelineHost(store, program: program, recorder: recorder, sharing: replica, at: address)
            try host?.start()
        }
        say("joined")
        for _ in 0..<changes {
            // The generator of Knuth's MMIX.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let chance = Int(seed >> 33)
            store.dispatch(.wrote(by: id, word: "\(chance % 1000)"))
            usleep(UInt32(chance % 4000))
        }
        // Where the host is gone, they are with it when it is back.
        await replica.flush(within: .zero)
        say("changed")
        while let line = readLine(), line != "end" {
            await replica.flush(within: .zero)
            say(String(decoding: try JSONEncoder.sorted.encode(store.state), as: UTF8.self))
        }
        await host?.finish()
        withExtendedLifetime(replica) {}
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
