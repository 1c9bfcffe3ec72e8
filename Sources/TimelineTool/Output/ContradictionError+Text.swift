internal import TimelineDebugger
internal import TimelineKit

extension ContradictionError {
    static func asking<Answer>(_ question: String, prints: Bool, _ ask: () throws -> Answer) throws -> Answer {
        do { return try ask() } catch let error as ContradictionError {
            throw error.toolError(question, prints: prints)
        }
    }

    /// - Parameter prints: Whether to print `{"contradiction":{"seq":12,"verdicts":["good","bad"]}}`.
    func toolError(_ question: String, prints: Bool) -> ToolError {
        let names = [first, other].map { $0 == .cannotTell ? "impossible to judge" : $0.rawValue }
        if prints {
            let verdicts = JSON.array(names.map { .string($0) })
            let contradiction = JSON.members(["seq": seq.map { .int($0) }, "verdicts": verdicts])
            StandardOutput.print(JSON.members(["contradiction": contradiction]).description)
        }
        let place = seq.map { "the state after step \($0)" } ?? "a state"
        return ToolError(
            .cannotTell,
            """
            can't tell \(question): \(place) was judged \(names[0]), and then \(names[1]).
            The command depends on more than the state: on time, on chance, or on what it left behind.
            """)
    }
}
