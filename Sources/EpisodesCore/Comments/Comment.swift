#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

public struct Comment: Codable, Equatable, Identifiable, Sendable {
    /// A UUID until the server has assigned an id.
    public internal(set) var id: String
    public let episode: Episode.ID
    public let author, text: String

    /// When it was written; nil for comments of others.
    public internal(set) var written: Date?

    /// Whether it arrived after its episode was last opened. Comments that arrive while it is open are new, too.
    public internal(set) var isNew = false

    /// nil once the server has it.
    public internal(set) var delivery: Delivery?

    public enum Delivery: String, Codable, Sendable {
        case posting
        /// Several attempts failed.
        case failed
    }

    public init(id: String, episode: Episode.ID, author: String, text: String) {
        (self.id, self.episode, self.author, self.text) = (id, episode, author, text)
    }
}
