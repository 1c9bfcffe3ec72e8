/// Simulates a remote server: slow, with the same answers in every session, so that a script can be repeated.
public struct EpisodesServer: Sendable {
    private let data: ServerData
    private let delay: Duration

    /// Makes a server that takes `delay` to answer.
    public init(data: ServerData, delay: Duration) {
        self.data = data
        self.delay = delay
    }

    /// The upcoming episodes. `onProgress` is called with the fraction that is loaded, after each quarter but the last.
    func episodes(onProgress: (_ fraction: Double) -> Void) async -> [Episode] {
        for quarter in 1...4 {
            try? await Task.sleep(for: delay / 4)
            if quarter < 4 { onProgress(Double(quarter) / 4) }
        }
        return data.episodes
    }

    /// The comments that arrive after `arrivals` refreshes; empty if there are no more.
    func comments(after arrivals: Int) -> [Comment] {
        guard data.arrivals.indices.contains(arrivals) else { return [] }
        return data.arrivals[arrivals].map {
            Comment(id: $0.id, episode: $0.episode, author: $0.author, text: $0.text)
        }
    }

    /// Stores a comment, and returns its new id.
    func post(_ draft: Comment) async -> Comment.ID {
        try? await Task.sleep(for: delay)
        return "posted-" + draft.id.drop { !$0.isNumber }
    }
}
