import ReSwift
import TimelineKit

nonisolated enum ReSwiftCore {
    struct Counter: Codable, Equatable, Sendable { var count = 0 }
    struct Add: Action, Codable, Sendable { var number: Int }
    struct Reset: Action, Codable, Sendable {}
    struct Fetch: Action, Codable, Sendable {}

    static func counterReducer(action: any Action, state: Counter?) -> Counter { state ?? Counter() }

    // sample: ReSwift#Overview:2

    // sample: ReSwift#Overview:3

    // sample: RecordingAnyStore#Live features:1
}
