import Testing
@testable import TimelineKit

struct SnapshotScheduleTests {
    /// Due when steps exceed the last snapshot, and 16 KiB.
    @Test(arguments: [(snapshot: 100_000, steps: 100_000), (snapshot: 100, steps: 16 * 1024)])
    func aBalancedSnapshotIsDue(snapshot: Int, steps: Int) {
        var schedule = SnapshotSchedule(.balanced)
        for _ in 1...4 { schedule.passed(stepOf: 0, isOpaque: false) }
        schedule.requested(at: .zero)
        schedule.written(bytes: snapshot)
        for _ in 1...2 {
            #expect(!schedule.isDue(at: .zero))
            schedule.passed(stepOf: steps / 2, isOpaque: false)
        }
        #expect(!schedule.isDue(at: .zero))
        schedule.passed(stepOf: 1, isOpaque: false)
        #expect(schedule.isDue(at: .zero))
    }

    @Test func aStateIsSmallIfTheLastSnapshotWasAndFewBytesOfStepsFollowed() {
        var schedule = SnapshotSchedule(.balanced)
        schedule.written(bytes: 4096)
        schedule.passed(stepOf: 32 * 1024, isOpaque: false)
        #expect(schedule.isStateSmall)
        // These actions may have loaded a large state.
        schedule.passed(stepOf: 1, isOpaque: false)
        #expect(!schedule.isStateSmall)
        schedule.requested(at: .zero)
        #expect(schedule.isStateSmall)
        schedule.written(bytes: 4097)
        #expect(!schedule.isStateSmall)
    }

    @Test func balancedSnapshotsTakeNoMoreBytesThanActions() {
        var schedule = SnapshotSchedule(.balanced)
        var (actions, snapshots, size) = (0, 0, 50)
        schedule.written(bytes: size)
        for _ in 0..<100_000 {
            size += 30
            actions += 80
            schedule.passed(stepOf: 80, isOpaque: false)
            guard schedule.isDue(at: .zero) else { continue }
            schedule.requested(at: .zero)
            schedule.written(bytes: size)
            snapshots += size
        }
        // The actions after the last snapshot may not exceed it yet.
        #expect(snapshots - size <= actions + 2 * SnapshotSchedule.earlySize)
    }

    @Test(arguments: [(64 << 10, [1, 2, 4, 8, 16]), (64 << 10 + 1, [])])
    func aStateThatIsNotLargeIsWrittenAfterTheFirstStepsAndThenEverMoreRarely(_ size: Int, _ expected: [Int]) {
        var schedule = SnapshotSchedule(.balanced)
        schedule.written(bytes: size)
        for step in 1...20 {
            schedule.passed(stepOf: 10, isOpaque: false)
            #expect(schedule.isDue(at: .zero) == expected.contains(step), "\(step)")
            schedule.requested(at: .zero)
        }
    }

    @Test func theFirstStepAfterTheIntervalIsDue() {
        var schedule = SnapshotSchedule(.every(.seconds(2.5)))
        var due: [Int64] = []
        for millisecond: Int64 in [0, 1000, 2499, 2500, 3000, 4999, 5001, 8000] {
            let now = Moment(microseconds: millisecond * 1000)
            schedule.passed(stepOf: 1000, isOpaque: false)
            guard schedule.isDue(at: now) else { continue }
            due.append(millisecond)
            schedule.requested(at: now)
            schedule.written(bytes: 100)
        }
        #expect(due == [2500, 5001, 8000])
    }

    @Test func aRequiredSnapshotThatFailedIsDueAgainAfterATenthOfASecond() {
        var schedule = SnapshotSchedule(.every(1000))
        schedule.passed(stepOf: 10, isOpaque: true)
        schedule.requested(at: .zero)
        schedule.failed(isRequired: true, at: .zero)
        #expect(!schedule.isDue(at: Moment(microseconds: 99_999)))
        #expect(schedule.isDue(at: Moment(microseconds: 100_000)))
        #expect(!schedule.isUpToDate)
    }

    @Test func aFailedSnapshotIsNotRetriedAtOnce() {
        var schedule = SnapshotSchedule(.every(2))
        for _ in 1...2 { schedule.passed(stepOf: 10, isOpaque: false) }
        schedule.requested(at: .zero)
        schedule.failed(isRequired: false, at: .zero)
        schedule.passed(stepOf: 10, isOpaque: false)
        #expect(!schedule.isDue(at: .zero))
        schedule.passed(stepOf: 10, isOpaque: false)
        #expect(schedule.isDue(at: .zero))
    }
}
