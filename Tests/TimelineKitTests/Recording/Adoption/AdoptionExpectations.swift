import Testing

@testable import TimelineKit

/// Replay of the timeline at `path` takes these steps, agrees with every snapshot, and ends with the live state.
func expectReplay<P: Program>(
    of program: P, at path: String, steps: Int, to live: P.State, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var replayer = try Replayer(program, opening: path)
    var reduced = 0
    var state = try replayer.state(at: 0)
    while let step = try replayer.next() {
        if case .reduced = step.kind { reduced += 1 }
        state = step.state
    }
    #expect(reduced == steps, sourceLocation: sourceLocation)
    #expect(replayer.last == steps, sourceLocation: sourceLocation)
    #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
    #expect(state == live, sourceLocation: sourceLocation)
}
