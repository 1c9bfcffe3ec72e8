/// A question about one state.
package protocol StatePredicate<State> {
    associatedtype State

    /// Whether `state` is good.
    ///
    /// - Throws: Where the question itself failed, and the search must stop.
    func verdict(on state: State) throws -> Verdict

    /// Whether asking is quick and changes nothing, so that many states may be asked about.
    var isCheap: Bool { get }
}
