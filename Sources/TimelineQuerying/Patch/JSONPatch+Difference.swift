package import TimelineJSON

extension JSONPatch {
    /// A short patch that makes `to` of `from`; empty where they are equal.
    ///
    /// Members are compared by key. Elements that are objects with an `id` are compared by it, and moved where they
    /// changed place; of other elements as many as possible stay. Where the changes inside a value would take more text
    /// than the value itself, it is replaced. Costs about one walk over both values for each level of nesting, and for
    /// an array of other elements the product of the lengths of what changed, up to a bound.
    ///
    /// - Parameter legible: Made for people: an object is never replaced as a whole, so that each member that changed is
    ///   told, though the patch may be longer.
    package static func difference(from: JSON, to: JSON, legible: Bool = false) -> JSONPatch {
        JSONPatch(PatchDraft(from: from, to: to, at: JSONPointer(), keepsObjects: legible).operations)
    }
}
