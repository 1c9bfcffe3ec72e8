#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
internal import TimelineKit

/// The comments on all episodes.
public struct CommentsState: Codable, Equatable, Sendable {
    public private(set) var all: [Comment] = []

    /// The number on the badge: unread comments of others.
    public internal(set) var unread = 0

    /// The number of refreshes that brought comments; the server returns those after it.
    public private(set) var arrivals = 0

    public func about(_ episode: Episode.ID) -> [Comment] {
        all.filter { $0.episode == episode }
    }

    // MARK: - Actions

    mutating func arrived(_ comments: [Comment]) {
        arrivals += 1
        unread += comments.count
        for var comment in comments {
            comment.isNew = true
            all.append(comment)
        }
    }

    /// Marks the comments on `episode` as seen.
    mutating func see(_ episode: Episode.ID) {
        for index in all.indices where all[index].episode == episode && all[index].isNew {
            all[index].isNew = false
            unread -= 1
        }
    }

    mutating func write(_ text: String, about episode: Episode.ID, by author: String, at date: Date) {
        var comment = Comment(id: Generated.uuid().uuidString, episode: episode, author: author, text: text)
        comment.written = date
        comment.delivery = .posting
        all.append(comment)
    }

    mutating func posted(_ draft: Comment.ID, as id: Comment.ID) {
        guard let index = all.firstIndex(where: { $0.id == draft }) else { return }
        all[index].id = id
        all[index].delivery = nil
    }

    mutating func postFailed(_ draft: Comment.ID) {
        guard let index = all.firstIndex(where: { $0.id == draft }) else { return }
        all[index].delivery = .failed
    }

    /// Posts again what could not be posted.
    mutating func retry() {
        for index in all.indices where all[index].delivery == .failed { all[index].delivery = .posting }
    }

    mutating func delete(_ id: Comment.ID) {
        all.removeAll { $0.id == id }
    }
}

/// A comment on an episode.
public struct Comment: Codable, Equatable, Identifiable, Sendable {
    /// A UUID until the server has assigned an id.
    public internal(set) var id: String
    public let episode: Episode.ID
    public let author: String
    public let text: String

    /// When it was written; nil for comments of others.
    public internal(set) var written: Date?

    /// Whether it arrived after its episode was last opened.
    public internal(set) var isNew = false

    /// nil once the server has it.
    public internal(set) var delivery: Delivery?

    /// How far a comment has come on its way to the server.
    public enum Delivery: String, Codable, Sendable {
        case posting
        /// Several attempts failed.
        case failed
    }

    public init(id: String, episode: Episode.ID, author: String, text: String) {
        self.id = id
        self.episode = episode
        self.author = author
        self.text = text
    }
}
