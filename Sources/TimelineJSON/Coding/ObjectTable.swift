/// A few objects that a coder keeps, each found by a type and a hash.
///
/// Each has one place, which it may share with others: then the object that was added last is in the table. A look-up costs a
/// multiplication and two comparisons, and retains nothing.
struct ObjectTable: ~Copyable {
    private struct Place {
        var type: ObjectIdentifier?
        var hash: UInt64 = 0
        var object: Unmanaged<AnyObject>?
    }

    private static var capacity: Int { 32 }

    private let places: UnsafeMutablePointer<Place>

    init() {
        places = .allocate(capacity: Self.capacity)
        places.initialize(repeating: Place(), count: Self.capacity)
    }

    deinit {
        for index in 0..<Self.capacity { places[index].object?.release() }
        places.deallocate()
    }

    @inline(__always) private func place(_ type: ObjectIdentifier, _ hash: UInt64) -> UnsafeMutablePointer<Place> {
        // The five highest bits of the product depend on all bits of the address.
        let mixed = (UInt64(UInt(bitPattern: type)) ^ hash) &* 0x9E37_79B9_7F4A_7C15
        return places + Int(truncatingIfNeeded: mixed &>> 59)
    }

    /// Runs `body` on an object; returns nil if it is not in the table. The body must not add objects.
    ///
    /// - Parameter class: The class of the object, the same for each call with this type.
    @inline(__always) func withObject<Object: AnyObject, Result>(
        _ type: ObjectIdentifier, _ hash: UInt64 = 0, as class: Object.Type, _ body: (Object) -> Result
    ) -> Result? {
        let place = place(type, hash)
        guard place.pointee.type == type, place.pointee.hash == hash, let object = place.pointee.object else {
            return nil
        }
        return Unmanaged<Object>.fromOpaque(object.toOpaque())._withUnsafeGuaranteedRef(body)
    }

    @inline(never) func add(_ object: AnyObject, _ type: ObjectIdentifier, _ hash: UInt64 = 0) {
        let place = place(type, hash)
        place.pointee.object?.release()
        place.pointee = Place(type: type, hash: hash, object: .passRetained(object))
    }
}
