/// The comments on all episodes.
public struct CommentsState: Codable, Equatable, Sendable {
    public private(set) var all: [Comment] = []

    /// The number on the badge: comments of others that were not read.
    public private(set) var unread = 0

    /// How often comments arrived; the server is asked for what came after.
    public private(set) var arrivals = 0

    /// How many comments were written here; numbers the drafts.
    public private(set) var drafts = 0

    public init() {}

    public func about(_ episode: Episode.ID) -> [Comment] {
        all.filter { $0.episode == episode }
    }

    // MARK: - What happens

    mutating func arrived(_ comments: [Comment]) {
        arrivals += 1
        unread += comments.count
        for var comment in comments {
            comment.isNew = true
            all.append(comment)
        }
    }

    /// The comments on `episode` were seen.
    mutating func see(_ episode: Episode.ID) {
        for index in all.indices where all[index].episode == episode && all[index].isNew {
            all[index].isNew = false
            unread -= 1
        }
    }

    mutating func allReadTapped() {
        unread = 0
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
