import Testing
import TimelineKit
import TimelineStore
import TimelineTesting

nonisolated struct ReadmeTesting {
    typealias CounterProgram = Core.CounterProgram

    // sample: README#In CI:1
}
