/// Boxes of containers that were used, to be used again.
///
/// The standard library wraps a keyed container in a box, and to make one costs more than to read or write most of what
/// goes through it. So a coder keeps the boxes it made, with what they are seated on: one that nobody holds any more is given a
/// new place. By the type of the keys, 64 at the most; not for more than one thread at a time.
struct ContainerShelf<Seat: AnyObject> {
    struct Entry {
        /// The type of the keys.
        var keys: ObjectIdentifier?
        var box: AnyObject?
        var seat: Seat?
    }

    private static var length: Int { 64 }

    private let entries: UnsafeMutablePointer<Entry>
    /// Which entries are in use, a bit each.
    private var used: UInt64 = 0

    init() {
        entries = .allocate(capacity: Self.length)
        entries.initialize(repeating: Entry(), count: Self.length)
    }

    func deallocate() {
        entries.deinitialize(count: Self.length)
        entries.deallocate()
    }

    /// The first of the four places that boxes for keys of a type can have: an object and the one in it may share those.
    @inline(__always) private static func places(of keys: ObjectIdentifier) -> Range<Int> {
        let hash = UInt64(UInt(bitPattern: keys)) &* 0x9E37_79B9_7F4A_7C15
        let first = Int(truncatingIfNeeded: hash &>> 60) &* 4
        return first..<first &+ 4
    }

    /// A box for keys of a type that nobody holds, and its seat.
    @inline(__always) mutating func take(_ keys: ObjectIdentifier) -> (box: AnyObject, seat: Seat)? {
        for place in Self.places(of: keys) {
            let entry = entries + place
            guard entry.pointee.keys == keys, isKnownUniquelyReferenced(&entry.pointee.box) else { continue }
            used |= 1 &<< UInt64(place)
            return (entry.pointee.box.unsafelyUnwrapped, entry.pointee.seat.unsafelyUnwrapped)
        }
        return nil
    }

    /// Keeps a new box, unless those that are in use have all its places. Returns whether it is kept.
    mutating func keep(_ box: AnyObject, _ seat: Seat, _ keys: ObjectIdentifier) -> Bool {
        let places = Self.places(of: keys)
        let free =
            places.first { entries[$0].keys == nil } ?? places.first { isKnownUniquelyReferenced(&entries[$0].box) }
        guard let place = free else { return false }
        entries[place] = Entry(keys: keys, box: box, seat: seat)
        used |= 1 &<< UInt64(place)
        return true
    }

    /// Lets go of the boxes that someone holds yet, when all is done. `body` gets their seats.
    @inline(__always) mutating func settle(_ body: (Seat) -> Void) {
        while used != 0 {
            let entry = entries + used.trailingZeroBitCount
            used &= used &- 1
            guard !isKnownUniquelyReferenced(&entry.pointee.box) else { continue }
            if let seat = entry.pointee.seat { body(seat) }
            entry.pointee = Entry()
        }
    }
}

/// What a keyed container of the standard library is made of.
///
/// That it is one reference to its box is how the library is made, not what it promises. So it is looked at, once, and
/// where it is otherwise no box is used twice.
enum ContainerBox {
    private enum Key: CodingKey {}

    static let isOneReference: Bool = {
        func holdsOneReference(_ container: Any, _ size: Int) -> Bool {
            let parts = Array(Mirror(reflecting: container).children)
            guard size == MemoryLayout<AnyObject>.size, parts.count == 1 else { return false }
            return type(of: parts[0].value) is AnyClass
        }
        let writer = JSONWriter()
        let writing = KeyedEncodingContainer(
            JSONKeyedWriting<Key>(seat: JSONWriterSeat(writer.begin(), owner: nil)))
        let reading = KeyedDecodingContainer(JSONKeyedReading<Key>(seat: JSONReaderSeat(JSONReader(), 0, owner: nil)))
        return holdsOneReference(writing, MemoryLayout<KeyedEncodingContainer<Key>>.size)
            && holdsOneReference(reading, MemoryLayout<KeyedDecodingContainer<Key>>.size)
            && Mirror(reflecting: writing).children.allSatisfy {
                ObjectIdentifier($0.value as AnyObject) == ObjectIdentifier(unsafeBitCast(writing, to: AnyObject.self))
            }
            && Mirror(reflecting: reading).children.allSatisfy {
                ObjectIdentifier($0.value as AnyObject) == ObjectIdentifier(unsafeBitCast(reading, to: AnyObject.self))
            }
    }()
}
