internal import TimelineKit

/// What a conversion leaves out, because the other format has no place for it. Each kind is listed once, with its count.
struct ConversionLosses {
    enum Kind: String, CaseIterable {
        case program = "the program, its version, the session and the platform"
        case run = "the session and the platform"
        case start = "the time of the start"
        case numbers = "the numbers of the steps"
        case times = "times of steps"
        case decreasing = "times earlier than the step before"
        case origins = "origins of steps"
        case causes = "causes of steps"
        case marks = "marks"
        case generated = "generated values"
        case snapshots = "snapshots"
        case checksums = "checksums"
        case gaps = "steps that were not recorded"
        case opaque = "actions that were not encoded"
        case sets = "states set from outside"
        case states = "states"
        case sites = "lines of code that dispatched"
        case canceled = "canceled work"
        case took = "times of reducers"
        case unknown = "lines of an unknown kind"
        case end = "the end of the run"
        case errors = "errors of reducers"
        case skipped = "skipped actions"
        case position = "the current position"
        case stacks = "call stacks"
        case omitted = "functions and circular references"
        case values = "values of a plotted path that are not numbers"

        /// There is one at most, so it is not counted.
        var isSingle: Bool {
            switch self {
            case .program, .run, .start, .numbers, .end, .position: true
            default: false
            }
        }
    }

    private var counts: [Kind: Int] = [:]

    mutating func add(_ kind: Kind, _ count: Int = 1) { if count > 0 { counts[kind, default: 0] += count } }

    /// Counts what a line holds, without the kinds that the format keeps. The action of a step is not among them.
    mutating func add(_ line: Line, keeping kept: Set<Kind> = []) {
        let found: [(Kind, Int)] =
            switch line {
            case .header(let header): [(.program, 1), (.start, 1), (.checksums, header.hasChecksums ? 1 : 0)]
            case .snapshot: [(.snapshots, 1)]
            case .step(let step): [(.origins, step.from == nil ? 0 : 1), (.causes, step.cause == nil ? 0 : 1)]
            case .gap(let gap): [(.numbers, 1), (.gaps, gap.through - gap.seq + 1)]
            case .mark: [(.marks, 1)]
            case .generated: [(.generated, 1)]
            case .end: [(.end, 1)]
            case .site: [(.sites, 1)]
            case .canceled: [(.canceled, 1)]
            case .took: [(.took, 1)]
            case .unknown: [(.unknown, 1)]
            }
        for (kind, count) in found where !kept.contains(kind) { add(kind, count) }
    }

    /// `redux-devtools has no place for: origins of steps (8)`
    func lines(_ format: String) -> [String] {
        Kind.allCases.compactMap { kind in
            counts[kind].map { count in
                let number = kind.isSingle ? "" : " (\(Layout.grouped(count)))"
                return "\(format) has no place for: \(kind.rawValue)\(number)"
            }
        }
    }
}
