/// Cuts files into pieces, of what the other side does not have yet. For one connection.
package struct SheetOutbox: Sendable {
    /// Bytes of a piece at most. As JSON it is up to six times as long, and a body has at most 1 MiB.
    package static let pieceBytes = 128 << 10

    private var sent: [String: [UInt8]] = [:]

    package init() {}

    /// The pieces that bring the other side's copy up to date; none where it is. nil where the text is not UTF-8.
    package mutating func pieces(of name: String, _ text: [UInt8], limit: Int = pieceBytes) -> [SheetPiece]? {
        var keep = 0
        if let known = sent[name] {
            if known == text { return [] }
            if text.starts(with: known) { keep = known.count }
        }
        var pieces: [SheetPiece] = []
        var place = keep
        while place < text.count {
            var end = min(place + limit, text.count)
            // Not within a character.
            while end < text.count, end > place, text[end] & 0xC0 == 0x80 { end -= 1 }
            guard end > place, let part = String(validating: text[place..<end], as: UTF8.self) else { return nil }
            pieces.append(SheetPiece(name: name, keep: place, text: part, hasMore: end < text.count))
            place = end
        }
        if pieces.isEmpty { pieces = [SheetPiece(name: name, keep: keep, text: "", hasMore: false)] }
        sent[name] = text
        return pieces
    }
}
