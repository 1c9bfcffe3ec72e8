/// The measures that `--only` names together.
struct MeasureGroup: Sendable {
    let name: String
    /// What they measure, in a line.
    let abstract: String
    /// Whether they are left out of a quick run.
    let isSlow: Bool
    let measures: @Sendable (BenchmarkContext) throws -> [Measure]

    private init(
        _ name: String, _ abstract: String, isSlow: Bool = false,
        _ measures: @escaping @Sendable (BenchmarkContext) throws -> [Measure]
    ) {
        (self.name, self.abstract, self.isSlow, self.measures) = (name, abstract, isSlow, measures)
    }

    static let all = [
        MeasureGroup("record", "a recorded action beside write(2) and other recorders", RecordingMeasures.recording),
        MeasureGroup("dispatch", "the slowest dispatches, durability, and the launch", RecordingMeasures.dispatch),
        MeasureGroup("store", "generated values, observed parts and routes beside plain steps", StoreMeasures.steps),
        MeasureGroup("coding", "encoding and decoding beside Foundation's coders", CodingMeasures.coding),
        MeasureGroup("threads", "eight threads that dispatch to one store, beside one", StoreMeasures.threads),
        MeasureGroup("start", "the start of the tool beside jq", CommandMeasures.start),
        MeasureGroup("state", "the state at 90 % of a recording beside DuckDB and jq", CommandMeasures.state),
        MeasureGroup("bisect", "the step that turned the state bad beside a replay", CommandMeasures.bisect),
        MeasureGroup("history", "blame, when and log --touching beside a replay", CommandMeasures.history),
        MeasureGroup("minimize", "the few actions that turn the state bad beside a replay", CommandMeasures.minimize),
        MeasureGroup(
            "explore", "seeded faults that explore finds, beside uniformly random actions", isSlow: true,
            ExploreMeasures.explore),
        MeasureGroup("replay", "a whole recording reduced again beside Node.js and wc", ReplayMeasures.replay),
        MeasureGroup("verify", "memory and time of a step on long recordings", ReplayMeasures.verify),
        MeasureGroup("corpus", "verify on many recordings beside replaying each once", ReplayMeasures.corpus),
        MeasureGroup("commands", "other commands beside wc, DuckDB, ripgrep and gzip", CommandMeasures.commands),
        MeasureGroup("triage", "the groups of bundles of many bugs", isSlow: true, TriageMeasures.triage),
        MeasureGroup("view", "the page of a timeline in headless Chromium", isSlow: true, PageMeasures.view),
        MeasureGroup("serve", "a step of a running app until a page has received it", ServingMeasures.serve),
        MeasureGroup("follower", "a dispatch while a follower does not read", ServingMeasures.follower),
        MeasureGroup("adopt", "what TimelineKit adds to an app", isSlow: true, AdoptionMeasures.adoption),
    ]
}
