import TimelineKit

nonisolated enum HidingValues {
    // sample: HidingValues#Overview:1

    static func start(program: Core.CounterProgram) throws {
        // sample: HidingValues#Overview:2
        recorder.finish()
    }
}
