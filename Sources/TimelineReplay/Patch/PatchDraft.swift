internal import TimelineKit

struct PatchDraft {
    private(set) var changes: [JSONDifference.Change] = []
    /// The approximate length of the operations in bytes, to choose the shorter patch.
    private var length = 0
    private var steps: [JSONLocation.Component] = []
    private let keepsObjects: Bool

    init(keepsObjects: Bool) { self.keepsObjects = keepsObjects }

    mutating func change(_ from: TextValue, _ to: TextValue) {
        if from.hasText(of: to) { return }
        let mark = (changes: changes.count, length: length)
        if let old = from.members, let new = to.members {
            changeMembers(old, new)
            if keepsObjects { return }
        } else if let old = from.elements, let new = to.elements {
            changeElements(old, new)
        } else {
            if from.value != to.value { append(.replace(path: path, value: to.value), old: from, length: to.length) }
            return
        }
        guard changes.count > mark.changes, mark.length + Self.length(ofOperationAt: path) + to.length < length else {
            return
        }
        changes.removeSubrange(mark.changes...)
        length = mark.length
        append(.replace(path: path, value: to.value), old: from, length: to.length)
    }

    private mutating func changeMembers(_ from: [TextValue.Member], _ to: [TextValue.Member]) {
        if from.count == to.count, zip(from, to).allSatisfy({ $0.key.isExactly($1.key) }) {
            for (old, new) in zip(from, to) { change(old.value, new.value, at: .name(new.key)) }
            return
        }
        let old = Dictionary(uniqueKeysWithValues: from.map { (ExactString($0.key), $0.value) })
        let kept = Set(to.map { ExactString($0.key) })
        for member in from where !kept.contains(ExactString(member.key)) {
            append(.remove(path: path(.name(member.key))), old: member.value)
        }
        for member in to {
            if let value = old[ExactString(member.key)] {
                change(value, member.value, at: .name(member.key))
            } else {
                append(.add(path: path(.name(member.key)), value: member.value.value), length: member.value.length)
            }
        }
    }

    mutating func change(_ from: TextValue, _ to: TextValue, at step: JSONLocation.Component) {
        within(step) { $0.change(from, to) }
    }

    mutating func change(_ from: TextValue?, _ to: TextValue?, at path: JSONPointer) {
        if let token = path.tokens.first {
            return within(.name(token)) { $0.change(from, to, at: JSONPointer(Array(path.tokens.dropFirst()))) }
        }
        switch (from, to) {
        case (let from?, let to?): change(from, to)
        case (nil, let to?): append(.add(path: self.path, value: to.value), length: to.length)
        case (let from?, nil): append(.remove(path: self.path), old: from)
        case (nil, nil): break
        }
    }

    private mutating func within(_ step: JSONLocation.Component, _ body: (inout PatchDraft) -> Void) {
        steps.append(step)
        body(&self)
        steps.removeLast()
    }

    private var path: JSONPointer { JSONPointer(steps.map(\.token)) }

    func path(_ step: JSONLocation.Component) -> JSONPointer { path.appending(step.token) }

    // MARK: - Operations

    /// `length`: the bytes of the new value.
    mutating func append(
        _ operation: JSONPatch.Operation, old: TextValue? = nil, length valueLength: Int = 0, oldIndex: Int? = nil,
        newIndex: Int? = nil
    ) {
        changes.append(
            JSONDifference.Change(operation: operation, old: old?.value, oldIndex: oldIndex, newIndex: newIndex))
        length += Self.length(ofOperationAt: operation.path) + valueLength
        if case .move(let from, _) = operation { length += Self.length(of: from) }
    }

    /// With the length of `{"op":"replace","path":"","value":},` as an estimate for every kind of operation.
    private static func length(ofOperationAt path: JSONPointer) -> Int { 36 + length(of: path) }

    private static func length(of path: JSONPointer) -> Int { path.tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}
