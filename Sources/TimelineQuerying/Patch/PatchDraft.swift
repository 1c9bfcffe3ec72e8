internal import TimelineJSON

/// The operations that change one value into another, with the length of their text.
struct PatchDraft {
    private(set) var changes: [JSONDifference.Change] = []

    /// The approximate length of the operations as JSON text, in bytes, without escapes. Used to choose the shorter patch.
    private var length = 0

    /// The current location: that of the values that are compared, and the length of its text as a JSON Pointer.
    private var steps: [JSONLocation.Step] = []
    private var pathLength = 0

    /// Whether objects are always patched member by member.
    private let keepsObjects: Bool

    init(keepsObjects: Bool) { self.keepsObjects = keepsObjects }

    mutating func change(_ from: JSON, _ to: JSON) {
        let mark = mark
        switch (from, to) {
        case (.object(let from), .object(let to)): changeMembers(from, to)
        case (.array(let from), .array(let to)): changeElements(from, to)
        default:
            if from != to { append(.replace(path: path, value: to), old: from) }
            return
        }
        if let limit = limit(since: mark, isObject: to.object != nil) { shorten(since: mark, limit, from, to) }
    }

    private mutating func changeMembers(_ from: JSONObject, _ to: JSONObject) {
        let (old, new) = (from.members, to.members)
        if old.count == new.count, old.indices.allSatisfy({ old[$0].key.isExactly(new[$0].key) }) {
            for index in old.indices { change(old[index].value, new[index].value, at: .name(new[index].key)) }
            return
        }
        for member in old where to[member.key] == nil {
            append(.remove(path: path(.name(member.key))), old: member.value)
        }
        for member in new {
            if let value = from[member.key] {
                change(value, member.value, at: .name(member.key))
            } else {
                append(.add(path: path(.name(member.key)), value: member.value))
            }
        }
    }

    mutating func change(_ from: JSON, _ to: JSON, at step: JSONLocation.Step) {
        within(step) { $0.change(from, to) }
    }

    /// Adds the operations that turn `from`, a value at a path below the current location, into `to`. A value that is nil does
    /// not exist.
    mutating func change(_ from: JSON?, _ to: JSON?, at path: JSONPointer) {
        guard let token = path.tokens.first else {
            switch (from, to) {
            case (let from?, let to?): change(from, to)
            case (nil, let to?): append(.add(path: self.path, value: to))
            case (let from?, nil): append(.remove(path: self.path), old: from)
            case (nil, nil): break
            }
            return
        }
        within(.name(token)) { $0.change(from, to, at: JSONPointer(Array(path.tokens.dropFirst()))) }
    }

    mutating func within(_ step: JSONLocation.Step, _ body: (inout PatchDraft) -> Void) {
        let outer = pathLength
        steps.append(step)
        pathLength += step.length
        body(&self)
        steps.removeLast()
        pathLength = outer
    }

    var path: JSONPointer { JSONPointer(steps.map(\.token)) }

    func path(_ step: JSONLocation.Step) -> JSONPointer { path.appending(step.token) }

    // MARK: - Operations

    mutating func append(
        _ operation: JSONPatch.Operation, old: JSON? = nil, oldIndex: Int? = nil, newIndex: Int? = nil
    ) {
        changes.append(
            JSONDifference.Change(operation: operation, old: old, oldIndex: oldIndex, newIndex: newIndex))
        length += Self.operationOverhead + Self.length(of: operation.path)
        switch operation {
        case .add(_, let value), .replace(_, let value), .test(_, let value): length += value.textLength
        case .move(let from, _), .copy(let from, _): length += Self.length(of: from)
        case .remove: break
        }
    }

    /// The number and the length of the operations so far, to remove later ones.
    typealias Mark = (count: Int, length: Int)

    var mark: Mark { (changes.count, length) }

    /// The length that the text of a whole value must have less than, to be shorter than the operations since `mark`; nil if the
    /// operations are kept.
    func limit(since mark: Mark, isObject: Bool) -> Int? {
        guard changes.count > mark.count, !(keepsObjects && isObject) else { return nil }
        let limit = length - mark.length - pathLength - Self.operationOverhead
        return limit > 0 ? limit : nil
    }

    mutating func shorten(since mark: Mark, _ limit: Int, _ from: @autoclosure () -> JSON, _ to: JSON) {
        // The count stops at the limit, so that a small change in a large value does not require a walk over all of it.
        var remaining = limit
        guard to.subtractTextLength(from: &remaining) else { return }
        changes.removeSubrange(mark.count...)
        length = mark.length
        append(.replace(path: path, value: to), old: from())
    }

    /// The length of `{"op":"replace","path":"","value":},` in bytes, as an estimate for every kind of operation.
    private static let operationOverhead = 36

    private static func length(of path: JSONPointer) -> Int {
        path.tokens.reduce(0) { $0 + $1.utf8.count + 1 }
    }
}

extension JSONLocation.Step {
    /// The name or index in a JSON Pointer, without escapes.
    fileprivate var token: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    fileprivate var length: Int {
        switch self {
        case .name(let name): return name.utf8.count + 1
        case .index(var index):
            var length = 2
            while index >= 10 {
                index /= 10
                length += 1
            }
            return length
        }
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
