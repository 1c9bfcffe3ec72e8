internal import TimelineDebugger
internal import TimelineJSON

/// `{"contradiction":{"seq":12,"verdicts":["good","bad"]}}`
struct ContradictionText {
    private let contradiction: ContradictionError

    init(_ contradiction: ContradictionError) { self.contradiction = contradiction }

    static func asking<Answer>(_ question: String, prints: Bool, _ ask: () throws -> Answer) throws -> Answer {
        do { return try ask() } catch let error as ContradictionError {
            throw ContradictionText(error).error(question, prints: prints)
        }
    }

    func error(_ question: String, prints: Bool) -> ToolError {
        if prints { StandardOutput.print(json.description) }
        let place = contradiction.seq.map { "the state after step \($0)" } ?? "a state"
        let (first, other) = (Self.name(contradiction.first), Self.name(contradiction.other))
        return ToolError(
            .cannotTell,
            """
            can't tell \(question): \(place) was judged \(first), and then \(other).
            The command depends on more than the state: on time, on chance, or on what it left behind.
            """)
    }

    private var json: JSON {
        let verdicts = [contradiction.first, contradiction.other].map { JSON.string(Self.name($0)) }
        return .members([
            "contradiction": .members(["seq": contradiction.seq.map { .int($0) }, "verdicts": .array(verdicts)])
        ])
    }

    private static func name(_ verdict: Verdict) -> String {
        switch verdict {
        case .good: "good"
        case .bad: "bad"
        case .cannotTell: "impossible to judge"
        }
    }
}
