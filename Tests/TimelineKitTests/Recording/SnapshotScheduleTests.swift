import TestSupport
import Testing
import TimelineJournal

@testable import TimelineKit

struct SnapshotScheduleTests {
    @Test func balancedIsDueWhenStepsTookMoreThanTheLastSnapshot() {
        var schedule = SnapshotSchedule(.balanced)
        schedule.written(bytes: 100)
        schedule.passed(stepOf: 60, isOpaque: false)
        #expect(!schedule.isDue(at: .zero))
        schedule.passed(stepOf: 40, isOpaque: false)
        #expect(!schedule.isDue(at: .zero))
        schedule.passed(stepOf: 1, isOpaque: false)
        #expect(schedule.isDue(at: .zero))
    }

    @Test func balancedSnapshotsCostNoMoreThanActionsHoweverTheStateGrows() {
        var schedule = SnapshotSchedule(.balanced)
        var (actions, snapshots, size) = (0, 0, 50)
        schedule.written(bytes: size)
        for _ in 0..<100_000 {
            size += 30
            actions += 80
            schedule.passed(stepOf: 80, isOpaque: false)
            guard schedule.isDue(at: .zero) else { continue }
            schedule.handedOver(at: .zero)
            schedule.written(bytes: size)
            snapshots += size
        }
        // The last one may still have to be paid for.
        #expect(snapshots - size <= actions)
    }

    @Test func everyNthStepIsDue() {
        var schedule = SnapshotSchedule(.every(3))
        schedule.written(bytes: 100)
        var due: [Int] = []
        for step in 1...10 {
            schedule.passed(stepOf: 1000, isOpaque: false)
            guard schedule.isDue(at: .zero) else { continue }
            due.append(step)
            schedule.handedOver(at: .zero)
            schedule.written(bytes: 100)
        }
        #expect(due == [3, 6, 9])
    }

    @Test func theFirstStepAfterSoManySecondsIsDue() {
        var schedule = SnapshotSchedule(.every(.seconds(2.5)))
        var due: [Int64] = []
        for millisecond: Int64 in [0, 1000, 2499, 2500, 3000, 4999, 5001, 8000] {
            let now = Moment(microseconds: millisecond * 1000)
            schedule.passed(stepOf: 1000, isOpaque: false)
            guard schedule.isDue(at: now) else { continue }
            due.append(millisecond)
            schedule.handedOver(at: now)
            schedule.written(bytes: 100)
        }
        #expect(due == [2500, 5001, 8000])
    }

    @Test func thePolicyAsksForNoneWhileAnotherIsUnderway() {
        var schedule = SnapshotSchedule(.every(1))
        schedule.passed(stepOf: 10, isOpaque: false)
        schedule.handedOver(at: .zero)
        schedule.passed(stepOf: 10, isOpaque: false)
        #expect(!schedule.isDue(at: .zero))
        schedule.written(bytes: 100)
        #expect(schedule.isDue(at: .zero))
    }

    @Test func afterAnOpaqueStepOneIsOwedWhateverIsUnderway() {
        var schedule = SnapshotSchedule(.every(1000))
        for _ in 1...3 {
            schedule.passed(stepOf: 10, isOpaque: true)
            #expect(schedule.isDue(at: .zero) && schedule.isStateOwed)
            schedule.handedOver(at: .zero)
            #expect(!schedule.isDue(at: .zero) && !schedule.isStateOwed)
        }
        for _ in 1...2 { schedule.written(bytes: 100) }
        schedule.failed(isOwed: false)
        #expect(schedule.isUpToDate)
    }

    @Test func afterAnOpaqueStepOneIsOwedWhateverThePolicy() {
        var schedule = SnapshotSchedule(.every(1000))
        schedule.passed(stepOf: 10, isOpaque: true)
        #expect(schedule.isDue(at: .zero))
        schedule.handedOver(at: .zero)
        schedule.written(bytes: 100)
        #expect(!schedule.isDue(at: .zero))
    }

    @Test func oneThatWasOwedAndCouldNotBeWrittenIsStillOwed() {
        var schedule = SnapshotSchedule(.every(1000))
        schedule.passed(stepOf: 10, isOpaque: true)
        schedule.handedOver(at: .zero)
        schedule.failed(isOwed: true)
        #expect(schedule.isDue(at: .zero))
        #expect(!schedule.isUpToDate)
    }

    @Test func oneThatCouldNotBeWrittenIsNotTriedAgainAtOnce() {
        var schedule = SnapshotSchedule(.every(2))
        for _ in 1...2 { schedule.passed(stepOf: 10, isOpaque: false) }
        schedule.handedOver(at: .zero)
        schedule.failed(isOwed: false)
        schedule.passed(stepOf: 10, isOpaque: false)
        #expect(!schedule.isDue(at: .zero))
        schedule.passed(stepOf: 10, isOpaque: false)
        #expect(schedule.isDue(at: .zero))
    }
}
