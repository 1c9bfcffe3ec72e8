/// A question about one state.
package protocol StatePredicate<State> {
    associatedtype State

    /// Whether `state` is good.
    ///
    /// - Throws: Where the question itself failed, and the search must stop.
    func verdict(on state: State) throws -> Verdict

    /// Whether asking is quick and changes nothing, so that many states may be asked about.
    var isCheap: Bool { get }

    /// The paths that the question goes by and that led to nothing in any state judged so far.
    var unseenPaths: [String] { get }
}

extension StatePredicate {
    package var unseenPaths: [String] { [] }
}
