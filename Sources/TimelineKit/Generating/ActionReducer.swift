package import TimelineJournal

/// Reduces single actions outside a timeline, as an exploratory replay does: a reducer that generates values gets those that
/// the step recorded, by their kind, and others that depend on the step alone.
package struct ActionReducer<P: Program>: Sendable {
    private let program: P
    /// nil if no step generates values.
    private let generators: StepGenerators?

    /// - Parameter header: The header of the timeline whose steps are reduced.
    package init(_ program: P, _ header: Header) {
        self.program = program
        generators = program.generatesValues || header.hasGeneratedValues ? StepGenerators(header) : nil
    }

    /// Reduces the action of step `seq`, and returns the values that the reducer got, in order.
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
        GeneratedScope.reduce(.replay(values)) { program.reduce(&state, action) }
        return values.used.map { GeneratedValue(seq: seq, at: at, name: $0.name, value: $0.value) }
    }
}
