internal import TimelineJSON

/// The operations that change one value into another, with the length of their text.
struct PatchDraft {
    private(set) var operations: [JSONPatch.Operation] = []

    /// The approximate length of the operations as JSON text, in bytes, without escapes. Used to choose the shorter patch.
    private var length = 0

    /// The path of the value.
    let path: JSONPointer

    /// Whether objects are never replaced as a whole.
    private let keepsObjects: Bool

    /// Finds the operations that turn `from`, the value at `path`, into `to`.
    init(from: JSON, to: JSON, at path: JSONPointer, keepsObjects: Bool) {
        self.path = path
        self.keepsObjects = keepsObjects
        switch (from, to) {
        case (.object(let from), .object(let to)): changeMembers(from, to)
        case (.array(let from), .array(let to)): changeElements(from, to)
        default:
            if from != to { append(.replace(path: path, value: to)) }
            return
        }
        guard !operations.isEmpty, !(keepsObjects && to.object != nil) else { return }
        // The count stops at the limit, so that a small change in a large value does not require a walk over all of it.
        var remaining = length - Self.length(of: path) - Self.operationOverhead
        if to.subtractTextLength(from: &remaining) {
            operations = []
            length = 0
            append(.replace(path: path, value: to))
        }
    }

    mutating func append(_ operation: JSONPatch.Operation) {
        operations.append(operation)
        length += Self.operationOverhead + Self.length(of: operation.path)
        switch operation {
        case .add(_, let value), .replace(_, let value), .test(_, let value): length += value.textLength
        case .move(let from, _), .copy(let from, _): length += Self.length(of: from)
        case .remove: break
        }
    }

    /// Adds the operations that turn `from`, an element or member at `memberPath`, into `to`.
    mutating func change(_ from: JSON, _ to: JSON, at memberPath: JSONPointer) {
        let inner = PatchDraft(from: from, to: to, at: memberPath, keepsObjects: keepsObjects)
        operations.append(contentsOf: inner.operations)
        length += inner.length
    }

    private mutating func changeMembers(_ from: JSONObject, _ to: JSONObject) {
        for member in from.members where to[member.key] == nil { append(.remove(path: path.appending(member.key))) }
        for member in to.members {
            let memberPath = path.appending(member.key)
            if let old = from[member.key] {
                change(old, member.value, at: memberPath)
            } else {
                append(.add(path: memberPath, value: member.value))
            }
        }
    }

    /// The length of `{"op":"replace","path":"","value":},` in bytes, as an estimate for every kind of operation.
    private static let operationOverhead = 36

    private static func length(of path: JSONPointer) -> Int {
        path.tokens.reduce(0) { $0 + $1.utf8.count + 1 }
    }
}

extension JSON {
    /// The approximate length of the compact text of this value in bytes, without escapes in strings.
    fileprivate var textLength: Int {
        var remaining = Int.max
        _ = subtractTextLength(from: &remaining)
        return Int.max - remaining
    }

    /// Subtracts the approximate text length of this value from `remaining`. Stops once nothing remains.
    ///
    /// - Returns: Whether anything remains.
    fileprivate func subtractTextLength(from remaining: inout Int) -> Bool {
        switch self {
        case .null, .bool: remaining -= 4
        case .number(let number): remaining -= number.text.utf8.count
        case .string(let text): remaining -= text.utf8.count + 2
        case .array(let elements):
            remaining -= 2
            for element in elements {
                guard remaining > 0, element.subtractTextLength(from: &remaining) else { return false }
                remaining -= 1
            }
        case .object(let object):
            remaining -= 2
            for member in object.members {
                guard remaining > 0, member.value.subtractTextLength(from: &remaining) else { return false }
                remaining -= member.key.utf8.count + 4
            }
        }
        return remaining > 0
    }
}
