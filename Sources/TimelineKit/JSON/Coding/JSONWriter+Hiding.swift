/// A hidden value is replaced as soon as its text is written, so that members and entries are sorted by what is on file.
extension JSONWriter {
    var hiddenRoot: UInt32 { hidingRules.map { number(of: $0.root) } ?? 0 }

    private func number(of part: HiddenPart) -> UInt32 {
        if let known = parts.firstIndex(of: part) { return UInt32(known) }
        parts.append(part)
        return UInt32(parts.count - 1)
    }

    func changeHidden(in frame: Int, _ change: (inout HiddenPart) -> Void) {
        var part = parts[Int(frames[frame].hiding)]
        change(&part)
        frames[frame].hiding = number(of: part)
    }

    /// Call this before a value is encoded that may be `HashOrdered`.
    func noteCollection(_ value: some Encodable, _ frame: Int) {
        guard let collection = value as? any HashOrdered ?? Self.content(of: value) else { return }
        changeHidden(in: frame) { $0.hasIntegerNames = type(of: collection).hasIntegerNames }
    }

    /// Call this before the member begins. Returns the name to write, and what is hidden in the value.
    @inline(never) func hiddenMember(_ key: some CodingKey, _ name: String, of frame: Int) -> (String, UInt32) {
        guard frames[frame].hiding != 0, let hidingRules else { return (name, 0) }
        let part = parts[Int(frames[frame].hiding)]
        let hiding = number(of: hidingRules.part(in: part) { $0.selects(name: name) })
        if part.isMarked, part.hasIntegerNames != nil || !key.isProperty {
            // A dictionary with integer keys decodes only integers.
            if part.hasIntegerNames != false, let number = Int(name), String(number) == name {
                return (hidden(.int(number), part.values, at: frame).description, hiding)
            }
        } else if part.names == nil {
            return (name, hiding)
        }
        return (hidden(.string(name), part.names ?? part.values, at: frame).string ?? "", hiding)
    }

    /// Call this after the element began. Returns what is hidden in it.
    @inline(never) func hiddenElement(of frame: Int) -> UInt32 {
        guard frames[frame].hiding != 0, let hidingRules else { return 0 }
        let part = parts[Int(frames[frame].hiding)]
        let index = part.hasIntegerNames == nil ? frames[frame].count - 1 : nil
        return number(of: hidingRules.part(in: part) { $0.selects(index: index) })
    }

    @inline(never) func put(_ hiding: UInt32, _ write: (inout JSONBuffer) -> Void) {
        let start = count
        write(&buffer)
        if hiding != 0 { hide(from: start, hiding) }
    }

    /// Replaces the end of the text, which is a scalar or an array of them.
    func hide(from start: Int, _ hiding: UInt32) {
        let part = parts[Int(hiding)]
        guard failure == nil, part.hidesValues || buffer.base[start] == UInt8(ascii: "[") else { return }
        do throws(JSONError) {
            let value = try JSON(parsing: buffer.bytes[start...])
            let hidden = hidden(value, part)
            if hidden == value { return }
            buffer.count = start
            hidden.text.withUnsafeBufferPointer { buffer.append($0) }
        } catch { fail(error) }
    }

    private func hidden(_ value: JSON, _ part: HiddenPart) -> JSON {
        guard case .array(let elements) = value else {
            return part.hidesValues ? hidden(value, part.values, at: frameCount) : value
        }
        return .array(
            elements.enumerated().map { index, element in
                hidden(element, hidingRules?.part(in: part) { $0.selects(index: index) } ?? part)
            })
    }

    /// - Parameter frame: The end of the frames on the coding path of an error.
    private func hidden(_ value: JSON, _ pattern: Int?, at frame: Int) -> JSON {
        switch value {
        case .null, .bool, .string(""): return value
        default:
            if let pseudonym = hidingRules?.pseudonym { return pseudonym(value) }
            fail(HiddenValueError(codingPath: codingPath(to: frame), pattern: pattern))
            return .null
        }
    }
}

extension JSONValueEncoder: HidingEncoder {
    func hiding(_ encode: () throws -> Void) throws {
        let encoder = try innermost()
        let writer = encoder.writer
        let (isSlow, hiding) = (writer.isSlow, writer.frames[encoder.frame].hiding)
        writer.isSlow = true
        writer.changeHidden(in: encoder.frame) { $0.isMarked = true }
        defer {
            writer.isSlow = isSlow || writer.failure != nil
            if writer.hasFrame(of: encoder) { writer.frames[encoder.frame].hiding = hiding }
        }
        try encode()
    }
}

/// A value is to be hidden, and the rules refuse to encode it.
struct HiddenValueError: Error {
    let codingPath: [any CodingKey]
    /// The index of the first pattern that selects the value; nil if it is marked.
    let pattern: Int?
}

extension CodingKey {
    /// A case of an enumeration, as the compiler makes them. The keys of dictionaries are values of structures.
    fileprivate var isProperty: Bool {
        if self is JSONKey { return true }
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
}
