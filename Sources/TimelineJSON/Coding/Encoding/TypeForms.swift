/// What a writer found out about the types it met, so that each is examined once: a hash table with linear probing.
///
/// A lookup costs a multiplication and, as a rule, one comparison.
struct TypeForms {
    /// The address of the metadata of a type, 0 for none, and the elements of one entry where its order has no meaning.
    private typealias Slot = (type: UInt, elementsPerEntry: Int)

    private var slots: UnsafeMutablePointer<Slot>
    /// The number of slots is a power of two: 64 less this many bits.
    private var shift: UInt64 = 59
    private var count = 0

    private var capacity: Int { 1 &<< Int(64 &- shift) }

    init() { slots = Self.empty(1 << 5) }

    func deallocate() { slots.deallocate() }

    /// The elements of one entry of a `HashOrdered` type, 0 for any other type; nil where the type was not noted.
    @inline(__always) subscript(type: ObjectIdentifier) -> Int? {
        let slot = slots[place(of: UInt(bitPattern: type))]
        return slot.type == 0 ? nil : slot.elementsPerEntry
    }

    /// Notes a type that was not noted before.
    mutating func note(_ type: ObjectIdentifier, elementsPerEntry: Int) {
        if 2 * (count + 1) > capacity { grow() }
        let type = UInt(bitPattern: type)
        slots[place(of: type)] = (type, elementsPerEntry)
        count += 1
    }

    /// The slot of a type, or the empty one where it belongs. There is always an empty slot.
    @inline(__always) private func place(of type: UInt) -> Int {
        let hash = UInt64(type) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(truncatingIfNeeded: hash &>> shift)
        while slots[place].type != type, slots[place].type != 0 { place = (place &+ 1) & (capacity &- 1) }
        return place
    }

    private mutating func grow() {
        let old = UnsafeBufferPointer(start: slots, count: capacity)
        shift -= 1
        slots = Self.empty(capacity)
        for slot in old where slot.type != 0 { slots[place(of: slot.type)] = slot }
        old.deallocate()
    }

    private static func empty(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        slots.initialize(repeating: (0, 0), count: capacity)
        return slots
    }
}
