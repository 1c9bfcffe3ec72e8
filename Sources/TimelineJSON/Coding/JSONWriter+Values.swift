extension JSONWriter {
    func encodeRoot<Value: Encodable>(_ value: Value) throws {
        let encoder = begin()
        frames[0].kind = .single
        try encode(value, isRoot: true, only: neededMembers?.root ?? MemberTree.all)
        close(encoder)
        if let failure { throw failure }
    }

    func encode<Value: Encodable>(
        _ value: Value, isRoot: Bool = false, only needed: MemberTree.Node = MemberTree.all
    ) throws {
        // A value of the same type as the last one needs no comparison with the types that need no container.
        let type = ObjectIdentifier(Value.self)
        var elementsPerEntry = 0
        if type != lastType {
            if let known = knownTypes[type] {
                elementsPerEntry = known
            } else {
                if try encodeKnown(value) { return }
                elementsPerEntry = (Value.self as? any HashOrdered.Type)?.elementsPerEntry ?? 0
                knownTypes.add(elementsPerEntry, type)
            }
            if elementsPerEntry == 0 { lastType = type }
        }
        let encoder = begin(needed)
        if elementsPerEntry > 0 {
            frames[encoder.frame].elementsPerEntry = UInt8(elementsPerEntry)
            // Entries are ordered by their whole text.
            if needed != MemberTree.all, (Value.self as? any HashOrdered.Type)?.hasDistinctNames != true {
                frames[encoder.frame].needed = MemberTree.all
            }
        }
        do { try value.encode(to: encoder) } catch {
            keepPath(of: error)
            throw error
        }
        if failurePath != nil { failurePath = nil }
        if isRoot, frameCount > encoder.frame, frames[encoder.frame].kind == .nothing {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: [], debugDescription: "\(Value.self) did not encode any values"))
        }
        close(encoder)
    }

    /// Returns false if the type needs a container.
    @inline(never) private func encodeKnown<Value: Encodable>(_ value: Value) throws -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == String.self {
            buffer.append(`as`(String.self))
        } else if Value.self == Int.self {
            buffer.append(`as`(Int.self))
        } else if Value.self == Double.self {
            buffer.append(`as`(Double.self))
        } else if Value.self == Bool.self {
            buffer.append(`as`(Bool.self))
        } else if Value.self == [String].self {
            try encodeAll(`as`([String].self)) { buffer.append($0) }
        } else if Value.self == [Int].self {
            try encodeAll(`as`([Int].self)) { buffer.append($0) }
        } else if Value.self == [Double].self {
            try encodeAll(`as`([Double].self)) { buffer.append($0) }
        } else if Value.self == [Bool].self {
            try encodeAll(`as`([Bool].self)) { buffer.append($0) }
        } else {
            return try appendFoundationValue(value) || appendNumber(value)
        }
        return true
    }

    private func appendNumber<Value: Encodable>(_ value: Value) -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == Int64.self {
            buffer.append(`as`(Int64.self))
        } else if Value.self == UInt8.self {
            buffer.append(`as`(UInt8.self))
        } else if Value.self == UInt64.self {
            buffer.append(`as`(UInt64.self))
        } else if Value.self == Int32.self {
            buffer.append(`as`(Int32.self))
        } else if Value.self == UInt.self {
            buffer.append(`as`(UInt.self))
        } else if Value.self == UInt32.self {
            buffer.append(`as`(UInt32.self))
        } else if Value.self == Float.self {
            buffer.append(`as`(Float.self))
        } else if Value.self == Int16.self {
            buffer.append(`as`(Int16.self))
        } else if Value.self == UInt16.self {
            buffer.append(`as`(UInt16.self))
        } else if Value.self == Int8.self {
            buffer.append(`as`(Int8.self))
        } else {
            return false
        }
        return true
    }

    @inline(__always)
    private func encodeAll<Element>(_ elements: [Element], _ append: (Element) -> Void) throws {
        guard depth < Self.depthLimit else { throw Self.tooDeep }
        buffer.append(byte: UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { buffer.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            append(element)
        }
        buffer.append(byte: UInt8(ascii: "]"))
    }

    static var tooDeep: EncodingError {
        .invalidValue(
            depthLimit,
            EncodingError.Context(
                codingPath: [], debugDescription: "its values are nested more than \(depthLimit) deep"))
    }
}
