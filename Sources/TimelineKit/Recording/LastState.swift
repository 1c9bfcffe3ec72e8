/// The state that the last step left, held only between steps: to hold it while the reducer runs would make the reducer
/// copy whatever it changes.
///
/// Sendable because it is used with the lock of its recorder's `LockedRecording` held, and nowhere else.
final class LastState<State: Equatable & Sendable>: @unchecked Sendable {
    /// Memory for one state. An `Optional` would cost a look-up of its type at every turn.
    private let place: UnsafeMutablePointer<State>
    /// Whether there is a state in it.
    private(set) var isKnown = true

    init(_ state: State) {
        place = .allocate(capacity: 1)
        place.initialize(to: state)
    }

    deinit {
        forget()
        place.deallocate()
    }

    /// The state. It must be known.
    var state: State {
        precondition(isKnown, "a reducer has the state")
        return place.pointee
    }

    func keep(_ state: State) {
        forget()
        place.initialize(to: state)
        isKnown = true
    }

    func forget() {
        if isKnown { place.deinitialize(count: 1) }
        isKnown = false
    }

    /// Whether this is known to be another state. Most are the same bytes, sharing their storage, and cost no walk.
    func isOther(than state: State) -> Bool {
        guard isKnown else { return false }
        let areSameBytes = withUnsafeBytes(of: state) {
            UnsafeRawBufferPointer(start: place, count: $0.count).elementsEqual($0)
        }
        return !areSameBytes && place.pointee != state
    }
}
