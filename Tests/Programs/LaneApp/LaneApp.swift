import Foundation
import LaneCore
import TimelineJSON
import TimelineKit
import TimelineRemote
import TimelineStore

/// One of two processes that communicate.
///
///     lane-app host FOLDER        lets others in; says where, then its state for each line of its input, and ends with it
///     lane-app clients URL COUNT  dispatches from four clients at once, so many each, then says so
///
/// The token of the clients is that of `TIMELINE_TOKEN`.
@main struct LaneApp {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("host", 2): try await host(in: words[1])
        case ("clients", 3): try await clients(words[1], count: Int(words[2]) ?? 0)
        default: fatalError("usage: lane-app host FOLDER | lane-app clients URL COUNT")
        }
    }

    private static func host(in folder: String) async throws {
        let program = LaneProgram()
        let recorder = Recorder(program: program, in: .file("\(folder)/run.jsonl"))
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(store, program: program, recorder: recorder, tokenFile: "\(folder)/token")
        say("\(try host.start())")
        while readLine() != nil {
            let state = store.state
            say("\(state.lanes) \(state.faults) faults \(recorder.seq) steps")
        }
        await host.finish()
        recorder.finish()
    }

    private static func clients(_ url: String, count: Int) async throws {
        guard let address = RemoteAddress(url) else { fatalError("no URL: \(url)") }
        let token = try RemoteToken.found(for: address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    var client = RemoteClient(address, token: token)
                    var last = 0
                    for number in 1...count {
                        let action: JSON = ["lane": .number(JSONNumber(lane)), "number": .number(JSONNumber(number))]
                        let seq = try await client.dispatch(JSONText(action)).object?["seq"]?.int ?? 0
                        if seq <= last { say("lane \(lane): step \(seq) is reported after step \(last)") }
                        last = seq
                    }
                }
            }
            try await group.waitForAll()
        }
        say("done")
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
