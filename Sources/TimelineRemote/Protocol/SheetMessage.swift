package import TimelineJSON

/// What a host tells a replica of another process: pieces of the files in its folder, and once that these were all.
package enum SheetMessage: Equatable, Sendable {
    case piece(SheetPiece)
    /// All files that are there have come; from now on what changes.
    case all

    package var json: JSON {
        switch self {
        case .piece(let piece): .object(piece.object)
        case .all: ["all": true]
        }
    }

    /// Reads a message. nil where it is none.
    package init?(_ json: JSON) {
        guard let object = json.object else { return nil }
        if object["all"] == true {
            self = .all
        } else if let piece = try? SheetPiece(object) {
            self = .piece(piece)
        } else {
            return nil
        }
    }
}
