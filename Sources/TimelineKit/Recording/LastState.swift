/// Held only between steps: a second reference while the reducer runs would cause copies.
/// Sendable because it is used only while the lock of the recorder's `LockedWriteAheadLog` is held.
final class LastState<State: Equatable & Sendable>: @unchecked Sendable {
    /// Memory for one state. An `Optional` would look up the metadata of its type at each access.
    private let storage: UnsafeMutablePointer<State>
    private(set) var isKnown = true

    init(_ state: State) {
        storage = .allocate(capacity: 1)
        storage.initialize(to: state)
    }

    deinit {
        forget()
        storage.deallocate()
    }

    /// Nil while a reducer runs.
    var known: State? { isKnown ? storage.pointee : nil }

    func keep(_ state: State) {
        forget()
        storage.initialize(to: state)
        isKnown = true
    }

    func forget() {
        if isKnown { storage.deinitialize(count: 1) }
        isKnown = false
    }

    /// Whether `state` may differ from a known one. Runs no code of the app: states that share their storage are equal.
    func mayDiffer(from state: State) -> Bool {
        guard isKnown else { return false }
        return !withUnsafePointer(to: state) { Self.areSameBytes(storage, $0, MemoryLayout<State>.size) }
    }

    /// Compares words: in generic code, a comparison of buffers takes 20 instructions per byte.
    private static func areSameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
        var offset = 0
        while offset &+ 8 <= count {
            let words = (
                one.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
            if words.0 != words.1 { return false }
            offset &+= 8
        }
        while offset < count {
            if (one + offset).load(as: UInt8.self) != (other + offset).load(as: UInt8.self) { return false }
            offset &+= 1
        }
        return true
    }
}
