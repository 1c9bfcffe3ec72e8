import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit
@testable import TimelineReplay

/// Which thread encodes a snapshot.
struct SnapshotPlaceTests {
    private let folder = TemporaryFolder()
    private let barrier = SlowTally.Barrier()

    private func recorder(padding: String, _ snapshots: SnapshotPolicy) -> Recorder<Padded, Int> {
        Recorder(
            program: "padded", version: "1", initialState: Padded(padding: padding), in: .file(folder.file()),
            options: RecorderOptions(snapshots: snapshots), run: .ticking())
    }

    private func dispatch(_ counts: ClosedRange<Int>, to recorder: Recorder<Padded, Int>, padding: String) {
        for count in counts {
            let state = Padded(tally: SlowTally(count: count, barrier: barrier), padding: padding)
            recorder.commit(recorder.begin(count), state)
        }
    }

    private func snapshots() throws -> [Int] { try Journal(opening: folder.file()).index.checkpoints.map(\.seq) }

    private static let padding = String(repeating: "x", count: 5 << 10)

    /// On the queue, most of the states of every step would wait for the one before and be left out.
    @Test(arguments: [("", 2, [2, 4, 6]), (padding, 1, Array(1...7))])
    func aSmallStateAndThatOfEveryStepAreEncodedByTheThreadThatDispatches(
        padding: String, steps: Int, encoded: [Int]
    ) throws {
        let recorder = recorder(padding: padding, .every(steps))
        dispatch(1...7, to: recorder, padding: padding)
        #expect(barrier.encodedHere == encoded)
        #expect(try snapshots() == [0] + encoded)
        recorder.finish()
    }

    @Test func aLargeStateIsEncodedOnTheQueue() throws {
        let padding = Self.padding
        let recorder = recorder(padding: padding, .every(2))
        dispatch(1...2, to: recorder, padding: padding)
        barrier.waitForAnother()
        // While the queue encodes the first snapshot, the policy requests no other.
        dispatch(3...7, to: recorder, padding: padding)
        #expect(barrier.encodedHere == [])
        #expect(try snapshots() == [0])
        barrier.open()
        recorder.waitForSnapshots()
        #expect(try snapshots() == [0, 2])
        recorder.finish()
    }
}
