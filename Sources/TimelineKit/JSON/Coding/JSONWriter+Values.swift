extension JSONWriter {
    func encodeRoot<Value: Encodable>(_ value: Value) throws {
        let encoder = begin(hiding: 0)
        frames[0].kind = .single
        do {
            try encode(value, isRoot: true, only: neededMembers?.root ?? MemberTree.all, hiding: hiddenRoot)
        } catch { throw failure ?? error }
        close(encoder)
        if let failure { throw failure }
    }

    func encode<Value: Encodable>(
        _ value: Value, isRoot: Bool = false, only needed: MemberTree.Node = MemberTree.all, hiding: UInt32 = 0
    ) throws {
        let (start, level) = (count, depth)
        if let text = knownTexts?.text(of: value, depth: level) {
            return text.withUnsafeBufferPointer { buffer.append($0) }
        }
        // A value of the same type as the last one needs no comparison with the types that need no container.
        let type = ObjectIdentifier(Value.self)
        var elementsPerEntry = 0
        if type != lastType {
            if let known = knownTypes[type] {
                elementsPerEntry = known
            } else {
                if try encodeKnown(value) {
                    if hiding != 0 { hide(from: start, hiding) }
                    return
                }
                elementsPerEntry = (Value.self as? any HashOrdered.Type)?.elementsPerEntry ?? Self.wrapped(value)
                knownTypes.add(elementsPerEntry, type)
            }
            if elementsPerEntry == 0 { lastType = type }
        }
        let encoder = begin(needed, hiding: hiding)
        if elementsPerEntry > 0 {
            frames[encoder.frame].elementsPerEntry = UInt8(elementsPerEntry)
            // Entries are ordered by their whole text.
            if needed != MemberTree.all, (Value.self as? any HashOrdered.Type)?.hasDistinctNames != true {
                frames[encoder.frame].needed = MemberTree.all
            }
        }
        if hiding != 0, elementsPerEntry != 0 { noteCollection(value, encoder.frame) }
        do { try value.encode(to: encoder) } catch {
            keepPath(of: error)
            throw error
        }
        if failurePath != nil { failurePath = nil }
        if elementsPerEntry < 0 { sortWrappedEntries(of: value, encoder) }
        if isRoot, frameCount > encoder.frame, frames[encoder.frame].kind == .nothing {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(codingPath: [], debugDescription: "\(Value.self) did not encode any values"))
        }
        close(encoder)
        if let knownTexts, moved.isEmpty, failure == nil {
            knownTexts.add(UnsafeBufferPointer(rebasing: buffer.bytes[start...]), of: value, depth: level)
        }
    }

    /// Returns false if the type needs a container.
    @inline(never) private func encodeKnown<Value: Encodable>(_ value: Value) throws -> Bool {
        try append(value, as: String.self) { buffer.append($0) } || append(value, as: Int.self) { buffer.append($0) }
            || append(value, as: Double.self) { buffer.append($0) }
            || append(value, as: Bool.self) { buffer.append($0) }
            || append(value, as: [String].self) { try encodeAll($0) { buffer.append($0) } }
            || append(value, as: [Int].self) { try encodeAll($0) { buffer.append($0) } }
            || append(value, as: [Double].self) { try encodeAll($0) { buffer.append($0) } }
            || append(value, as: [Bool].self) { try encodeAll($0) { buffer.append($0) } }
            || appendFoundationValue(value) || appendNumber(value)
    }

    private func appendNumber(_ value: some Encodable) -> Bool {
        append(value, as: Int64.self) { buffer.append($0) } || append(value, as: UInt8.self) { buffer.append($0) }
            || append(value, as: UInt64.self) { buffer.append($0) }
            || append(value, as: Int32.self) { buffer.append($0) }
            || append(value, as: UInt.self) { buffer.append($0) }
            || append(value, as: UInt32.self) { buffer.append($0) }
            || append(value, as: Float.self) { buffer.append($0) }
            || append(value, as: Int16.self) { buffer.append($0) }
            || append(value, as: UInt16.self) { buffer.append($0) }
            || append(value, as: Int8.self) { buffer.append($0) }
    }

    @inline(__always)
    func append<Value, Known>(_ value: Value, as type: Known.Type, _ append: (Known) throws -> Void) rethrows -> Bool {
        guard Value.self == Known.self else { return false }
        try append(unsafeBitCast(value, to: Known.self))
        return true
    }

    @inline(__always)
    private func encodeAll<Element>(_ elements: [Element], _ append: (Element) -> Void) throws {
        guard depth < Self.depthLimit else { throw tooDeep }
        buffer.append(byte: UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { buffer.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            append(element)
        }
        buffer.append(byte: UInt8(ascii: "]"))
    }
}
