/// A line on which the whole state stands: a snapshot, or a state that was set.
package struct Checkpoint: Equatable, Sendable {
    /// The step after which the state was this.
    package let seq: Int
    package let at: Moment
    package let isSet: Bool
    package let place: Place
    /// Whether steps that came after it stand before it in the file.
    let isLate: Bool
}
