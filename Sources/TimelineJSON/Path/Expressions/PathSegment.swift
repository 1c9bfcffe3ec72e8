/// A step from each value to others (RFC 9535, section 2.5).
package enum PathSegment: Sendable {
    /// `[…]`, `.name` or `.*`: among the children.
    case child([PathSelector])
    /// `..[…]`, `..name` or `..*`: among the children of the value and of all below it.
    case descendant([PathSelector])
}
