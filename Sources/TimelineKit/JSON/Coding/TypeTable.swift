/// What a coder remembers of a few types. Each has two places, which other types may share: the entries that were added last stay.
struct TypeTable<Entry>: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier
        var hash: UInt64
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

    @inline(__always) private func index(_ type: ObjectIdentifier, _ hash: UInt64) -> Int {
        // The seven highest bits of the product depend on all bits of the address.
        Int(truncatingIfNeeded: ((UInt64(UInt(bitPattern: type)) ^ hash) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }

    @inline(__always) subscript(type: ObjectIdentifier, hash: UInt64 = 0) -> Entry? {
        let index = index(type, hash)
        if let slot = slots[index], slot.type == type, slot.hash == hash { return slot.entry }
        if let slot = slots[index ^ 1], slot.type == type, slot.hash == hash { return slot.entry }
        return nil
    }

    @inline(never) func add(_ entry: Entry, _ type: ObjectIdentifier, _ hash: UInt64 = 0) {
        let index = index(type, hash)
        if slots[index] != nil { slots[index ^ 1] = slots[index] }
        slots[index] = Slot(type: type, hash: hash, entry: entry)
    }
}
