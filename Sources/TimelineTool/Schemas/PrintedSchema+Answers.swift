internal import TimelineDebugger
internal import TimelineKit

extension PrintedSchema {
    /// What the answers of several commands have in common.
    static let answers = """
        patch = [{ // A JSON Patch (RFC 6902).
          op: "add" | "remove" | "replace" | "move" | "copy" | "test", path: pointer, from?: pointer, value?: any
        } + {
          "allOf": [
            {"if": {"properties": {"op": {"enum": ["add", "replace", "test"]}}}, "then": {"required": ["value"]}},
            {"if": {"properties": {"op": {"enum": ["move", "copy"]}}}, "then": {"required": ["from"]}}
          ],
          "additionalProperties": false
        }]
        pointer = text + {"pattern": "^(/[^/]*)*$"} // A JSON Pointer (RFC 6901).
        texts = [text]
        span = [seq, 2] // The first and the last of neighbors.
        spans = [span]
        steps = {from: seq, through: seq} // Steps from a first one through a last one.
        unreducible = \(Verification.UnreducedSteps.fields.type)
        step = \(Step.sited.type) + {"oneOf": [{"required": ["action"]}, {"required": ["opaque"]}, {"required": ["by"]}]} // A step of the timeline. A state that was set is left out.
        site = \(SiteText.fields.type) // The line of code that dispatched the action. Absent if unknown.
        place = \(Damage.fields.type) // A place in a file.
        divergence = \(BisectDivergence.fields.type) // The first recorded state with which replay disagrees.
        confirmedBy = {
          seq
          inPart?: true // It agrees in what the condition or the path reads; elsewhere they differ.
        } | null // The recorded state that agrees with replay; null if none does.
        recorded = true // All states that the answer depends on are recorded; none was replayed.
        fresh = true // Replayed with --fresh: no recorded state confirms it.
        unseen = texts // What the condition or the path reads, and no state has.
        explanation = \(Explanation.fields.type) // Where the values came from that make the state bad.
        jsonPath = text // A JSONPath.
        paths = texts // JSONPaths of the values that differ.
        ignored = true // `==` of the program calls the states equal.
        unstable = texts // Paths of values that change when the state is encoded and decoded.
        beginning = seq // With --fresh, where the recording begins; absent if that is 0.
        skippedSteps = spans // With --fresh, the steps that were not replayed.
        missing = place // The first segments are missing.
        facts = [\(Explanation.Fact.fields.type)] // Steps, the newest first, with what each did.
        fault = "coding" | "encoding" | "hashOrder" | "sharing" // What is wrong with the type of the state, and not with the reducer.
        notDeterministic = \(DeterminismCheck.fields.type) // No answer, with exit status 2: two replays differ.
        contradiction = {contradiction: {seq?, verdicts: ["good" | "bad" | "impossible to judge", 2]}} // No answer, with exit status 2: --run judged one state in two ways.
        """
}
