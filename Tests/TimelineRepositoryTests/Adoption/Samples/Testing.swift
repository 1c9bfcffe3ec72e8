import Testing
import TimelineKit
import TimelineStore
import TimelineTesting

nonisolated struct ReadmeTesting {
    typealias CounterProgram = Core.CounterProgram

    // sample: TestsFromRecordings#In the tests of your app:1
}
