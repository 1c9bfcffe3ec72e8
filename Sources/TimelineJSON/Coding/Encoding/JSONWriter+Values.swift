/// Values of any type.
extension JSONWriter {
    /// Writes the value that a text is made for.
    func encodeRoot<Value: Encodable>(_ value: Value) throws {
        let place = begin()
        frames[0].kind = .single
        try encode(value, isRoot: true, only: neededMembers?.root ?? MemberTree.all)
        close(place)
        if let failure { throw failure }
    }

    /// Writes a value at the end of the text. When it throws, what it wrote is still there.
    ///
    /// - Parameter needed: Which of its members are written, if it is an object.
    func encode<Value: Encodable>(
        _ value: Value, isRoot: Bool = false, only needed: MemberTree.Node = MemberTree.all
    ) throws {
        // Of many values of one type, the first alone is compared with all those that need no container.
        let type = ObjectIdentifier(Value.self)
        var elementsPerEntry = 0
        if type != lastType {
            if let noted = forms[type] {
                elementsPerEntry = noted
            } else {
                if try encodeKnown(value) { return }
                elementsPerEntry = (Value.self as? any HashOrdered.Type)?.elementsPerEntry ?? 0
                forms.note(type, elementsPerEntry: elementsPerEntry)
            }
            if elementsPerEntry == 0 { lastType = type }
        }
        let place = begin(needed)
        if elementsPerEntry > 0 {
            frames[place.frame].elementsPerEntry = UInt8(elementsPerEntry)
            // Entries are told apart, and ordered, by all that is in them.
            if needed != MemberTree.all, (Value.self as? any HashOrdered.Type)?.hasDistinctNames != true {
                frames[place.frame].needed = MemberTree.all
            }
        }
        do { try value.encode(to: place) } catch {
            note(error)
            throw error
        }
        if failurePath != nil { failurePath = nil }
        if isRoot, frameCount > place.frame, frames[place.frame].kind == .nothing {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: [], debugDescription: "\(Value.self) did not encode any values"))
        }
        close(place)
    }

    /// Writes a value of the types that need no container. Returns whether it is of one of them.
    @inline(__always) private func encodeKnown<Value: Encodable>(_ value: Value) throws -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == String.self {
            append(`as`(String.self))
        } else if Value.self == Int.self {
            append(`as`(Int.self))
        } else if Value.self == Double.self {
            append(`as`(Double.self))
        } else if Value.self == Bool.self {
            append(`as`(Bool.self))
        } else if Value.self == [String].self {
            try encodeAll(`as`([String].self)) { append($0) }
        } else if Value.self == [Int].self {
            try encodeAll(`as`([Int].self)) { append($0) }
        } else if Value.self == [Double].self {
            try encodeAll(`as`([Double].self)) { append($0) }
        } else if Value.self == [Bool].self {
            try encodeAll(`as`([Bool].self)) { append($0) }
        } else {
            return try appendFoundationValue(value) || appendNumber(value)
        }
        return true
    }

    /// Writes a number of a type that is seldom met without a container. Returns whether it is of one of them.
    private func appendNumber<Value: Encodable>(_ value: Value) -> Bool {
        func `as`<Known>(_ type: Known.Type) -> Known { unsafeBitCast(value, to: Known.self) }

        if Value.self == Int64.self {
            append(`as`(Int64.self))
        } else if Value.self == UInt8.self {
            append(`as`(UInt8.self))
        } else if Value.self == UInt64.self {
            append(`as`(UInt64.self))
        } else if Value.self == Int32.self {
            append(`as`(Int32.self))
        } else if Value.self == UInt.self {
            append(`as`(UInt.self))
        } else if Value.self == UInt32.self {
            append(`as`(UInt32.self))
        } else if Value.self == Float.self {
            append(`as`(Float.self))
        } else if Value.self == Int16.self {
            append(`as`(Int16.self))
        } else if Value.self == UInt16.self {
            append(`as`(UInt16.self))
        } else if Value.self == Int8.self {
            append(`as`(Int8.self))
        } else {
            return false
        }
        return true
    }

    @inline(__always)
    private func encodeAll<Element>(_ elements: [Element], _ append: (Element) -> Void) throws {
        guard depth < Self.depthLimit else { throw Self.tooDeep }
        self.append(byte: UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { self.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            append(element)
        }
        self.append(byte: UInt8(ascii: "]"))
    }

    /// What is said of a value that is nested so deeply that no reader would take the line it stands in.
    static var tooDeep: EncodingError {
        .invalidValue(
            depthLimit,
            EncodingError.Context(
                codingPath: [], debugDescription: "its values are nested more than \(depthLimit) deep"))
    }
}
