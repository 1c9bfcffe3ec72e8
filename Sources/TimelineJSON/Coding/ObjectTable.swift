/// A few objects that a coder keeps, each found by a type and a hash.
///
/// Each has two places, which it may share with others: then the objects that were added last are in the table. A look-up costs
/// a multiplication and two comparisons, and retains nothing.
struct ObjectTable: ~Copyable {
    private struct Place {
        var type: ObjectIdentifier?
        var hash: UInt64 = 0
        var object: Unmanaged<AnyObject>?
    }

    private static var capacity: Int { 128 }

    private let places: UnsafeMutablePointer<Place>

    init() {
        places = .allocate(capacity: Self.capacity)
        places.initialize(repeating: Place(), count: Self.capacity)
    }

    deinit {
        for index in 0..<Self.capacity { places[index].object?.release() }
        places.deallocate()
    }

    /// The index of the first place. That of the second differs in the lowest bit.
    @inline(__always) private func index(_ type: ObjectIdentifier, _ hash: UInt64) -> Int {
        // The seven highest bits of the product depend on all bits of the address.
        let mixed = (UInt64(UInt(bitPattern: type)) ^ hash) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> 57)
    }

    /// Runs `body` on an object; returns nil if it is not in the table. The body must not add objects.
    ///
    /// - Parameter class: The class of the object, the same for each call with this type.
    @inline(__always) func withObject<Object: AnyObject, Result>(
        _ type: ObjectIdentifier, _ hash: UInt64 = 0, as class: Object.Type, _ body: (Object) -> Result
    ) -> Result? {
        let index = index(type, hash)
        var place = places + index
        if place.pointee.type != type || place.pointee.hash != hash { place = places + (index ^ 1) }
        guard place.pointee.type == type, place.pointee.hash == hash, let object = place.pointee.object else {
            return nil
        }
        return Unmanaged<Object>.fromOpaque(object.toOpaque())._withUnsafeGuaranteedRef(body)
    }

    /// Adds an object that is not in the table.
    @inline(never) func add(_ object: AnyObject, _ type: ObjectIdentifier, _ hash: UInt64 = 0) {
        let index = index(type, hash)
        if places[index].object != nil {
            places[index ^ 1].object?.release()
            places[index ^ 1] = places[index]
        }
        places[index] = Place(type: type, hash: hash, object: .passRetained(object))
    }
}
