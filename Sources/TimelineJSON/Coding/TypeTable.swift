/// What is known of a few types.
///
/// Each type has one place, which it may share with others: then the type that was added last is in the table. A look-up
/// costs a multiplication and a comparison.
struct TypeTable<Entry>: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier
        var entry: Entry
    }

    private static var capacity: Int { 32 }

    private let slots: UnsafeMutablePointer<Slot?>

    init() {
        slots = .allocate(capacity: Self.capacity)
        slots.initialize(repeating: nil, count: Self.capacity)
    }

    deinit {
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
    }

    @inline(__always) private func slot(of type: ObjectIdentifier) -> UnsafeMutablePointer<Slot?> {
        // The five highest bits of the product depend on all bits of the address.
        let hash = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
        return slots + Int(truncatingIfNeeded: hash &>> 59)
    }

    @inline(__always) subscript(type: ObjectIdentifier) -> Entry? {
        get {
            guard let slot = slot(of: type).pointee, slot.type == type else { return nil }
            return slot.entry
        }
        nonmutating set { slot(of: type).pointee = newValue.map { Slot(type: type, entry: $0) } }
    }
}
