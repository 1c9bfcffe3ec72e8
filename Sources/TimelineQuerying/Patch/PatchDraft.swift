internal import TimelineJSON

/// The operations that change one value into another, with the length of their text.
struct PatchDraft {
    private(set) var operations: [JSONPatch.Operation] = []

    /// The approximate length of the operations as JSON, in bytes, to choose between alternatives: without escapes in paths.
    private var length = 0

    /// The location of the value.
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
        var spare = length - Self.length(of: path) - Self.frame
        if to.takesLess(than: &spare) {
            operations = []
            length = 0
            append(.replace(path: path, value: to))
        }
    }

    mutating func append(_ operation: JSONPatch.Operation) {
        operations.append(operation)
        length += Self.frame + Self.length(of: operation.path)
        switch operation {
        case .add(_, let value), .replace(_, let value), .test(_, let value): length += value.textLength
        case .move(let from, _), .copy(let from, _): length += Self.length(of: from)
        case .remove: break
        }
    }

    /// Adds the operations that turn `from`, an element or member at `place`, into `to`.
    mutating func change(_ from: JSON, _ to: JSON, at place: JSONPointer) {
        let inner = PatchDraft(from: from, to: to, at: place, keepsObjects: keepsObjects)
        operations.append(contentsOf: inner.operations)
        length += inner.length
    }

    private mutating func changeMembers(_ from: JSONObject, _ to: JSONObject) {
        for member in from.members where to[member.key] == nil { append(.remove(path: path.appending(member.key))) }
        for member in to.members {
            let place = path.appending(member.key)
            if let old = from[member.key] {
                change(old, member.value, at: place)
            } else {
                append(.add(path: place, value: member.value))
            }
        }
    }

    /// The approximate length of `{"op":"replace","path":"","value":},`.
    private static let frame = 36

    private static func length(of path: JSONPointer) -> Int {
        path.tokens.reduce(0) { $0 + $1.utf8.count + 1 }
    }
}

extension JSON {
    /// The length of the compact text of this value in bytes, without escapes in strings.
    fileprivate var textLength: Int {
        var spare = Int.max
        _ = takesLess(than: &spare)
        return Int.max - spare
    }

    /// Subtracts the text length of this value from `spare`, and stops where nothing is left.
    ///
    /// - Returns: Whether anything is left.
    fileprivate func takesLess(than spare: inout Int) -> Bool {
        switch self {
        case .null, .bool: spare -= 4
        case .number(let number): spare -= number.text.utf8.count
        case .string(let text): spare -= text.utf8.count + 2
        case .array(let elements):
            spare -= 2
            for element in elements {
                guard spare > 0, element.takesLess(than: &spare) else { return false }
                spare -= 1
            }
        case .object(let object):
            spare -= 2
            for member in object.members {
                guard spare > 0, member.value.takesLess(than: &spare) else { return false }
                spare -= member.key.utf8.count + 4
            }
        }
        return spare > 0
    }
}
