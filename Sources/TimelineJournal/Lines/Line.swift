/// What a line of a journal says. DESIGN words: a step changes the state, a snapshot confirms it.
package enum Line: Equatable, Sendable {
    indirect case header(Header)
    case step(Step)
    case snapshot(Snapshot)
    case mark(Mark)
    case gap(Gap)
    case end(End)
    /// A kind that this version does not know. It is kept, and passed over.
    case unknown(keys: [String])
}
