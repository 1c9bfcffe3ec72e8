package import TimelineKit

package struct JSONDifference: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
        package let operation: JSONPatch.Operation
        package let old: JSON?
        /// Only of an element with an id that moved.
        package var oldIndex: Int?
        /// Only of an element with an id that moved or was added. The path may differ, as later changes move the element.
        package var newIndex: Int?
    }

    /// In the order in which they apply: the path of each refers to the value after those before it.
    package let changes: [Change]

    package var isEmpty: Bool { changes.isEmpty }
    package var patch: JSONPatch { JSONPatch(changes.map(\.operation)) }

    /// Elements that are equal at both ends of two arrays are kept. If all elements between are objects with a unique `id`, they are
    /// compared by `id`, otherwise by a longest common subsequence or, if that takes too long, by index. A value is replaced as a
    /// whole if the changes inside it would take more text.
    package init(from: JSONText, to: JSONText, legible: Bool = true) {
        self.init([(path: JSONPointer(), before: from, after: to)], legible: legible)
    }

    package init(from: TextValue, to: TextValue) {
        var draft = PatchDraft(keepsObjects: true)
        draft.change(from, to)
        changes = draft.changes
    }

    package init(from: JSON, to: JSON, legible: Bool = true) {
        self.init(from: JSONText(from), to: JSONText(to), legible: legible)
    }

    /// The changes of several places, none of which is inside another. A value that is nil does not exist.
    package init(_ places: [(path: JSONPointer, before: JSONText?, after: JSONText?)], legible: Bool = true) {
        var draft = PatchDraft(keepsObjects: legible)
        for place in places {
            draft.change(place.before.map { TextValue($0) }, place.after.map { TextValue($0) }, at: place.path)
        }
        changes = draft.changes
    }
}
