package import TimelineKit

/// As in an exploratory replay, a reducer gets the recorded values by their kind, and others that depend on the step alone.
package struct ActionReducer<P: Program>: Sendable {
    private let program: P
    private let generators: StepGenerators?

    package init(_ program: P, _ header: Header) {
        self.program = program
        generators = StepGenerators(for: program, header)
    }

    @discardableResult
    package func reduce(
        _ state: inout P.State, _ action: P.Action, seq: Int, at: Moment, _ values: [GeneratedValue]
    ) -> [GeneratedValue] {
        guard let generators else {
            program.reduce(&state, action)
            return []
        }
        let values = RecordedValues(
            values, isExploratory: true, generators.generator(ofStep: seq, at: at), collectsUsed: true)
        GeneratedScope.reduce(values, seq: seq) { program.reduce(&state, action) }
        return values.used.map { GeneratedValue(seq: seq, at: at, name: $0.name, value: $0.value) }
    }
}
