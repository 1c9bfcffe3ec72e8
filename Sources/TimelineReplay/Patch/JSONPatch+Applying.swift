package import TimelineKit

extension JSONPatch {
    /// Of values by all `copy` operations together. Each can double the value, so a few lines could exhaust memory.
    fileprivate static let copyLimit = 10_000_000

    package func apply(to value: JSON) throws(JSONPatchError) -> JSON {
        var value = value
        var copies = Self.copyLimit
        for (index, operation) in operations.enumerated() {
            try Self.withNumber(index + 1) { () throws(JSONPatchError) in
                try operation.apply(to: &value, copies: &copies)
            }
        }
        return value
    }
}

extension JSONPatch.Operation {
    fileprivate func apply(to root: inout JSON, copies: inout Int) throws(JSONPatchError) {
        switch self {
        case .add(let path, let value):
            try Self.checkDepth(of: value, at: path)
            try root.add(value, at: path)
        case .remove(let path): _ = try root.remove(at: path)
        case .replace(let path, let value):
            try Self.checkDepth(of: value, at: path)
            try root.change(path.tokens[...], of: path) { (place) throws(JSONPatchError) in place = value }
        case .move(let from, let path):
            if path.tokens.count > from.tokens.count, path.tokens.starts(with: from.tokens) {
                throw JSONPatchError("\(from.pathDescription) cannot be moved into itself")
            }
            guard let value = root[from] else { throw .nothing(at: from) }
            guard path != from else { return }
            if path.tokens.count > from.tokens.count { try Self.checkDepth(of: value, at: path) }
            _ = try root.remove(at: from)
            try root.add(value, at: path)
        case .copy(let from, let path):
            guard let value = root[from] else { throw .nothing(at: from) }
            guard value.fits(into: &copies) else {
                throw JSONPatchError("the copies of this patch exceed \(JSONPatch.copyLimit) values")
            }
            try Self.checkDepth(of: value, at: path)
            try root.add(value, at: path)
        case .test(let path, let expected):
            guard let value = root[path] else { throw .nothing(at: path) }
            guard value == expected else {
                throw JSONPatchError("\(path.pathDescription) is not the value that was expected")
            }
        }
    }

    private static func checkDepth(of value: JSON, at path: JSONPointer) throws(JSONPatchError) {
        guard value.isNested(atMost: JSON.depthLimit - path.tokens.count) else {
            throw JSONPatchError("values would be nested more than \(JSON.depthLimit) deep")
        }
    }
}

extension JSONPatchError {
    fileprivate static func nothing(at path: JSONPointer) -> Self {
        Self("there is nothing at \(path.pathDescription)")
    }
}

extension JSON {
    fileprivate func isNested(atMost levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
        case .object(let object): levels > 0 && object.members.allSatisfy { $0.value.isNested(atMost: levels - 1) }
        default: levels >= 0
        }
    }

    /// Subtracts the number of values. Costs at most `limit`.
    fileprivate func fits(into limit: inout Int) -> Bool {
        limit -= 1
        guard limit >= 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.fits(into: &limit) }
        case .object(let object): return object.members.allSatisfy { $0.value.fits(into: &limit) }
        default: return true
        }
    }

    fileprivate mutating func add(_ value: JSON, at path: JSONPointer) throws(JSONPatchError) {
        guard let last = path.tokens.last else {
            self = value
            return
        }
        try change(path.tokens.dropLast(), of: path) { (parent) throws(JSONPatchError) in
            if var object = parent.takeObject() {
                object[last] = value
                parent = .object(object)
            } else if var elements = parent.takeArray() {
                guard let index = last == "-" ? elements.count : JSONLocation.index(last), index <= elements.count
                else {
                    throw JSONPatchError(
                        "\(path.pathDescription) is not a valid index in an array of \(elements.count)")
                }
                elements.insert(value, at: index)
                parent = .array(elements)
            } else {
                throw JSONPatchError("\(path.pathDescription) would be inside \(parent.kind)")
            }
        }
    }

    fileprivate mutating func remove(at path: JSONPointer) throws(JSONPatchError) {
        guard let last = path.tokens.last else { throw JSONPatchError("the whole value cannot be removed") }
        try change(path.tokens.dropLast(), of: path) { (parent) throws(JSONPatchError) in
            if var object = parent.takeObject(), object[last] != nil {
                object[last] = nil
                parent = .object(object)
            } else if var elements = parent.takeArray(), let index = JSONLocation.index(last), index < elements.count {
                elements.remove(at: index)
                parent = .array(elements)
            } else {
                throw .nothing(at: path)
            }
        }
    }

    /// Values on the path are moved out of their parents, so that each has one owner. After an error this value must be discarded.
    fileprivate mutating func change(
        _ tokens: ArraySlice<String>, of path: JSONPointer,
        _ body: (inout JSON) throws(JSONPatchError) -> Void
    ) throws(JSONPatchError) {
        guard let token = tokens.first else { return try body(&self) }
        let rest = tokens.dropFirst()
        if var object = takeObject() {
            let isThere = try object.change(token) { (value) throws(JSONPatchError) in
                try value.change(rest, of: path, body)
            }
            self = .object(object)
            if isThere { return }
        } else if var elements = takeArray(), let index = JSONLocation.index(token), index < elements.count {
            try elements[index].change(rest, of: path, body)
            self = .array(elements)
            return
        }
        throw .nothing(at: JSONPointer(Array(path.tokens[..<rest.startIndex])))
    }

    /// Leaves null. A `var` in a `case` would be a second owner, and the first change would copy all elements.
    private mutating func takeArray() -> [JSON]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    private mutating func takeObject() -> JSONObject? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}
