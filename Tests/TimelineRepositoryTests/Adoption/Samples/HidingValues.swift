import TimelineKit

nonisolated enum HidingValues {
    // sample: HidingValues#Overview:1

    static func start(program: Core.CounterProgram, folder: String) {
        // sample: HidingValues#Overview:2
        recorder.finish()
    }

    static func restore(program: Core.CounterProgram, folder: String) throws {
        // sample: HidingValues#What is not hidden:1
        _ = restorer.restore()
    }
}
