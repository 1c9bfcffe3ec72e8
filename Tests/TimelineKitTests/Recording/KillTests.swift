import Dispatch
import Foundation
import Synchronization
import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// A process that dispatches from four threads, with rotation on, is killed at a random moment by SIGKILL, and leaves what
/// it acknowledged. With `TIMELINE_HARNESS=full swift test --filter KillTests` 1,000 times, otherwise 6.
struct KillTests {
    @Test func noAcknowledgedActionIsLostOrDoubledByAKill() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        var acknowledged = 0
        var unacknowledged = 0
        var dropped = 0
        let kills = Harness.count(small: 6, full: 1000)
        for kill in 0..<kills {
            let scratch = try TemporaryFolder()
            let folder = scratch.file("timelines")
            let acks = scratch.file("acknowledged")
            // States from 1 KiB to 16 MiB, the large ones seldom: each snapshot costs as much.
            let size = 1024 << (Harness.isFull && kill % 50 == 49 ? 14 : kill % 11)
            let childSeed = generator.next()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [folder = folder as String, acks = acks as String, size = size as Int, childSeed = childSeed as UInt64]
                in try KilledApp(folder: folder, acks: acks, stateSize: size, seed: childSeed).run()
            }
            let told = try Data(contentsOf: URL(filePath: acks))
            let found = try Found(in: folder)
            #expect(found.problem(acknowledged: told) == nil, "kill \(kill), seed \(seed)")
            let count = told.count / 16
            acknowledged += count
            unacknowledged += found.last - count
            dropped += found.first
        }
        #expect(unacknowledged <= kills, "seed \(seed)")
        print(
            """
            \(kills) kills: \(acknowledged) actions acknowledged, none lost or doubled, \(unacknowledged) on file that were \
            not acknowledged, \(dropped) dropped by rotation, seed \(seed)
            """)
    }
}

/// What a folder holds after a kill.
private struct Found {
    let first: Int
    let last: Int
    private var sums: [Int: UInt64] = [:]
    private let droppedNote: Int
    private let isSound: Bool
    private let unreturned: Int?

    init(in folder: String) throws {
        let journal = try Journal(opening: folder)
        isSound = journal.index.damage.isEmpty && journal.index.gaps.isEmpty && journal.index.sets == 0
        first = journal.index.first
        last = journal.index.last
        unreturned = journal.unreturned
        var lines = journal.lines()
        var note = 0
        while let line = try lines.next() {
            switch line.content {
            case .header(let header): note = max(note, header.object["dropped"]?.object?["through"]?.int ?? 0)
            case .step(let step):
                guard case .action(let text) = step.change else { continue }
                // One that stands there twice spoils the sum.
                sums[step.seq, default: 0] &+= BulkAction.sum(of: text.bytes)
            default: break
            }
        }
        droppedNote = note
    }

    /// What is wrong, nil where all is well.
    func problem(acknowledged: Data) -> String? {
        if !isSound { return "damage, a gap or a state that was set" }
        if let unreturned, unreturned != last { return "step \(unreturned) did not return, and \(last) follows" }
        // Told of what was dropped before it was removed: a kill may come between.
        if first > droppedNote { return "\(first) steps are gone, and the last header tells of \(droppedNote)" }
        let words = acknowledged.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
        }
        let count = words.count / 2
        for index in 0..<count {
            let seq = index + 1
            if words[index * 2] != UInt64(seq) { return "acknowledgement \(seq) is of \(words[index * 2])" }
            if seq > first, sums[seq] != words[index * 2 + 1] { return "step \(seq) is lost, doubled or another" }
        }
        if last != count && last != count + 1 { return "\(count) were acknowledged, and \(last) are on file" }
        if sums.count != last - first { return "\(sums.count) steps are on file from \(first) to \(last)" }
        return nil
    }
}

struct BulkAction: Codable, Sendable {
    var text: String

    /// Tells one action from another: how long it is, and of which letter. That its bytes are whole is the checksum's to say.
    static func sum(of bytes: [UInt8]) -> UInt64 { UInt64(bytes.count) << 8 | UInt64(bytes[9]) }
}

struct BulkState: Codable, Equatable, Sendable {
    var count = 0
    var padding: String
}

/// The app that is killed: it tells of each action in a file, as soon as `begin` has returned.
private struct KilledApp {
    let folder: String
    let acks: String
    let stateSize: Int
    let seed: UInt64

    func run() throws {
        let padding = String(repeating: "s", count: stateSize)
        let recorder = try Recorder<BulkState, BulkAction>(
            program: "bulk", version: "1", initialState: BulkState(padding: padding),
            in: .folder(folder, name: "bulk", Retention(bytes: 1 << 20)), snapshots: .balanced, durability: .process,
            run: .fresh(), onProblem: { fatalError("\($0)") })
        let told = open(acks, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var generator = SplitMix64(seed: seed)
        let delay = UInt32.random(in: 500...400_000, using: &generator)
        Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
        }
        let live = Mutex(BulkState(padding: padding))
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var generator = SplitMix64(seed: seed &+ UInt64(thread))
            while true {
                // From 100 bytes to 64 KiB, the long ones seldom.
                let size = 100 << Int.random(in: 0...9, using: &generator)
                let letter = Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator)))
                let action = BulkAction(text: String(repeating: letter, count: size))
                let sum = BulkAction.sum(of: Array(#"{"text":"\#(action.text)"}"#.utf8))
                live.withLock { state in
                    let seq = recorder.begin(action)
                    withUnsafeBytes(of: (UInt64(seq), sum)) { _ = write(told, $0.baseAddress, 16) }
                    state.count += 1
                    recorder.commit(seq, state)
                }
            }
        }
    }
}
