/// What stands between a state and its file.
///
///     state.json, line 12, column 14: expected a comma or }, found "x". The state stays as it was; save the file again.
public struct HotReloadProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
