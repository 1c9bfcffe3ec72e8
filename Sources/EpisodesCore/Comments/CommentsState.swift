#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import TimelineKit

/// The comments on all episodes.
public struct CommentsState: Codable, Equatable, Sendable {
    public private(set) var all: [Comment] = []

    /// The number on the badge: unread comments of others.
    public internal(set) var unread = 0

    /// The number of refreshes that are complete. The server returns the comments that came after them.
    public private(set) var arrivals = 0

    var posting: [Comment] { all.filter { $0.delivery == .posting } }

    public func about(_ episode: Episode.ID) -> [Comment] { all.filter { $0.episode == episode } }

    // MARK: - Actions

    /// Adds the comments of a refresh once: two refreshes may run at once, and an earlier state may be set while one runs.
    mutating func arrived(_ comments: [Comment], arrival: Int) {
        guard arrival == arrivals else { return }
        arrivals += 1
        unread += comments.count
        for var comment in comments {
            comment.isNew = true
            all.append(comment)
        }
    }

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

    mutating func retry() {
        for index in all.indices where all[index].delivery == .failed { all[index].delivery = .posting }
    }

    mutating func delete(_ id: Comment.ID) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        if all.remove(at: index).isNew { unread -= 1 }
    }
}
