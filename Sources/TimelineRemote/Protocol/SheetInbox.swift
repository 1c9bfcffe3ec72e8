/// Puts files together of the pieces that come. For one connection.
package struct SheetInbox: Sendable {
    private let mostBytes: Int
    private var drafts: [String: [UInt8]] = [:]

    /// - Parameter mostBytes: How long a file may be.
    package init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// Takes a piece.
    ///
    /// - Returns: the whole file, where this piece ends it.
    package mutating func take(_ piece: SheetPiece) throws(RemoteBodyError) -> [UInt8]? {
        // Taken out, or each piece would copy those before it.
        var draft = drafts.removeValue(forKey: piece.name) ?? []
        guard piece.keep <= draft.count else {
            throw RemoteBodyError("\(piece.keep) bytes should stay of a file of which \(draft.count) have come")
        }
        draft.removeSubrange(piece.keep...)
        guard draft.count + piece.text.utf8.count <= mostBytes else {
            throw RemoteBodyError("a file has at most \(mostBytes) bytes")
        }
        draft += piece.text.utf8
        drafts[piece.name] = draft
        return piece.hasMore ? nil : draft
    }
}
