/// What is known of a few types.
///
/// Each type has two places, which it may share with others: then the types that were added last are in the table. A look-up
/// costs a multiplication and a comparison.
struct TypeTable<Entry>: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier
        var entry: Entry
    }

    private static var capacity: Int { 128 }

    private let slots: UnsafeMutablePointer<Slot?>

    init() {
        slots = .allocate(capacity: Self.capacity)
        slots.initialize(repeating: nil, count: Self.capacity)
    }

    deinit {
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
    }

    /// The index of the first place. That of the second differs in the lowest bit.
    @inline(__always) private func index(_ type: ObjectIdentifier) -> Int {
        // The seven highest bits of the product depend on all bits of the address.
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }

    /// The entry of a type; nil if it is not in the table.
    @inline(__always) subscript(type: ObjectIdentifier) -> Entry? {
        let index = index(type)
        if let slot = slots[index], slot.type == type { return slot.entry }
        if let slot = slots[index ^ 1], slot.type == type { return slot.entry }
        return nil
    }

    /// Adds a type that is not in the table.
    @inline(never) func add(_ entry: Entry, _ type: ObjectIdentifier) {
        let index = index(type)
        if slots[index] != nil { slots[index ^ 1] = slots[index] }
        slots[index] = Slot(type: type, entry: entry)
    }
}
