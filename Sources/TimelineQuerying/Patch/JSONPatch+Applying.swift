package import TimelineJSON

extension JSONPatch {
    /// How many values all `copy` operations of a patch may make together. Each can double the value, so that a patch
    /// of a few lines could ask for more than any memory holds.
    private static let copyLimit = 10_000_000

    /// The value after all operations; `value` itself is untouched, so a patch that fails has done nothing.
    ///
    /// - Throws: `JSONPatchError`, with the operation that does not fit. A patch may not nest values more deeply than
    ///   a JSON text of ours can.
    package func apply(to value: JSON) throws(JSONPatchError) -> JSON {
        var value = value
        var copies = Self.copyLimit
        for (index, operation) in operations.enumerated() {
            try Self.refused(by: index + 1) { () throws(Fault) in try operation.apply(to: &value, copies: &copies) }
        }
        return value
    }
}

extension JSONPatch.Operation {
    /// Makes the change. `copies` is how many values may still be copied.
    fileprivate func apply(to root: inout JSON, copies: inout Int) throws(JSONPatch.Fault) {
        switch self {
        case .add(let path, let value):
            try Self.checkDepth(of: value, at: path)
            try root.add(value, at: path)
        case .remove(let path):
            _ = try root.remove(at: path)
        case .replace(let path, let value):
            try Self.checkDepth(of: value, at: path)
            try root.replace(with: value, at: path)
        case .move(let from, let path):
            if path.tokens.count > from.tokens.count, JSONPointer(Array(path.tokens.prefix(from.tokens.count))) == from
            {
                throw JSONPatch.Fault("\(from.pathDescription) cannot be moved into itself")
            }
            guard let value = root[from] else { throw .nothing(at: from) }
            guard path != from else { return }
            if path.tokens.count > from.tokens.count { try Self.checkDepth(of: value, at: path) }
            _ = try root.remove(at: from)
            try root.add(value, at: path)
        case .copy(let from, let path):
            guard let value = root[from] else { throw .nothing(at: from) }
            guard value.fits(into: &copies) else {
                throw JSONPatch.Fault("the copies of this patch grow past every measure")
            }
            try Self.checkDepth(of: value, at: path)
            try root.add(value, at: path)
        case .test(let path, let expected):
            guard let value = root[path] else { throw .nothing(at: path) }
            guard value == expected else {
                throw JSONPatch.Fault("\(path.pathDescription) is not the value that was expected")
            }
        }
    }

    private static func checkDepth(of value: JSON, at path: JSONPointer) throws(JSONPatch.Fault) {
        guard value.isNested(atMost: JSON.depthLimit - path.tokens.count) else {
            throw JSONPatch.Fault("values would be nested more than \(JSON.depthLimit) deep")
        }
    }
}

extension JSONPatch.Fault {
    fileprivate static func nothing(at path: JSONPointer) -> Self {
        Self("there is nothing at \(path.pathDescription)")
    }
}

extension JSON {
    /// Whether arrays and objects stand in each other at most `levels` deep here.
    fileprivate func isNested(atMost levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(atMost: levels - 1) }
        case .object(let object): levels > 0 && object.members.allSatisfy { $0.value.isNested(atMost: levels - 1) }
        default: levels >= 0
        }
    }

    /// Takes the number of values here from `limit`, and says whether it was enough. Costs no more than `limit`.
    fileprivate func fits(into limit: inout Int) -> Bool {
        limit -= 1
        guard limit >= 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.fits(into: &limit) }
        case .object(let object): return object.members.allSatisfy { $0.value.fits(into: &limit) }
        default: return true
        }
    }

    fileprivate mutating func add(_ value: JSON, at path: JSONPointer) throws(JSONPatch.Fault) {
        guard let last = path.tokens.last else {
            self = value
            return
        }
        try change(parentOf: path) { (parent) throws(JSONPatch.Fault) in
            if var object = parent.takeObject() {
                object[last] = value
                parent = .object(object)
            } else if var elements = parent.takeArray() {
                guard let index = last == "-" ? elements.count : JSONPointer.index(last), index <= elements.count else {
                    throw JSONPatch.Fault("\(path.pathDescription) is no place in an array of \(elements.count)")
                }
                elements.insert(value, at: index)
                parent = .array(elements)
            } else {
                throw JSONPatch.Fault("\(path.pathDescription) would stand inside \(parent.kind)")
            }
        }
    }

    fileprivate mutating func remove(at path: JSONPointer) throws(JSONPatch.Fault) {
        guard let last = path.tokens.last else { throw JSONPatch.Fault("the whole value cannot be removed") }
        try change(parentOf: path) { (parent) throws(JSONPatch.Fault) in
            if var object = parent.takeObject() {
                guard object[last] != nil else { throw .nothing(at: path) }
                object[last] = nil
                parent = .object(object)
            } else if var elements = parent.takeArray() {
                guard let index = JSONPointer.index(last), index < elements.count else { throw .nothing(at: path) }
                elements.remove(at: index)
                parent = .array(elements)
            } else {
                throw .nothing(at: path)
            }
        }
    }

    fileprivate mutating func replace(with value: JSON, at path: JSONPointer) throws(JSONPatch.Fault) {
        try change(path.tokens[...], of: path) { (place) throws(JSONPatch.Fault) in place = value }
    }

    private mutating func change(
        parentOf path: JSONPointer, _ body: (inout JSON) throws(JSONPatch.Fault) -> Void
    ) throws(JSONPatch.Fault) {
        try change(path.tokens.dropLast(), of: path, body)
    }

    /// Runs `body` on the value that `tokens` lead to. Values on the way are taken out of their parents meanwhile, so
    /// that each has one owner and is changed where it lies; after a fault the whole is not to be used.
    private mutating func change(
        _ tokens: ArraySlice<String>, of path: JSONPointer, _ body: (inout JSON) throws(JSONPatch.Fault) -> Void
    ) throws(JSONPatch.Fault) {
        guard let token = tokens.first else { return try body(&self) }
        let rest = tokens.dropFirst()
        if var object = takeObject() {
            let isThere = try object.change(token) { (value) throws(JSONPatch.Fault) in
                try value.change(rest, of: path, body)
            }
            guard isThere else { throw .nothing(at: JSONPointer(Array(path.tokens[..<rest.startIndex]))) }
            self = .object(object)
        } else if var elements = takeArray() {
            guard let index = JSONPointer.index(token), index < elements.count else {
                throw .nothing(at: JSONPointer(Array(path.tokens[..<rest.startIndex])))
            }
            try elements[index].change(rest, of: path, body)
            self = .array(elements)
        } else {
            throw .nothing(at: JSONPointer(Array(path.tokens[..<rest.startIndex])))
        }
    }

    /// Takes the elements out, where this is an array, and leaves null. A `var` in a `case` would be a second owner,
    /// and the first change would copy all elements.
    private mutating func takeArray() -> [JSON]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    /// Takes the members out, where this is an object, and leaves null.
    private mutating func takeObject() -> JSONObject? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}
