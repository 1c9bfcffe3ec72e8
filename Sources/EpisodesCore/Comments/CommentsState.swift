/// The comments on all episodes.
public struct CommentsState: Codable, Equatable, Sendable {
    public private(set) var all: [Comment] = []

    /// The number on the badge: unread comments of others.
    public internal(set) var unread = 0

    /// The number of refreshes that brought comments; the server returns those after it.
    public private(set) var arrivals = 0

    /// The number of comments written here, for the ids of drafts.
    public private(set) var drafts = 0

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

    mutating func write(_ text: String, about episode: Episode.ID) {
        drafts += 1
        var comment = Comment(id: "draft-\(drafts)", episode: episode, author: "you", text: text)
        comment.isPosting = true
        all.append(comment)
    }

    mutating func posted(_ draft: Comment.ID, as id: Comment.ID) {
        guard let index = all.firstIndex(where: { $0.id == draft }) else { return }
        all[index].id = id
        all[index].isPosting = false
    }

    mutating func delete(_ id: Comment.ID) {
        all.removeAll { $0.id == id }
    }
}

/// A comment on an episode.
public struct Comment: Codable, Equatable, Identifiable, Sendable {
    /// `draft-1` until the server has assigned an id.
    public internal(set) var id: String
    public let episode: Episode.ID
    public let author: String
    public let text: String

    /// Whether it arrived after its episode was last opened. New comments are highlighted on the episode's screen.
    public internal(set) var isNew = false

    /// Whether it is being sent to the server.
    public internal(set) var isPosting = false

    public init(id: String, episode: Episode.ID, author: String, text: String) {
        self.id = id
        self.episode = episode
        self.author = author
        self.text = text
    }
}
