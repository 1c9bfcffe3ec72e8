internal import Synchronization

/// Simulates a remote server: slow, with the same answers in every session, so that a script can be repeated.
public final class EpisodesServer: Sendable {
    private static let pageSize = 5

    private let data: ServerData
    private let delay: Duration
    private let loginSeconds: Int
    /// Of requests to post, still to come.
    private let failures: Mutex<Int>

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - delay: How long it takes to answer.
    ///   - loginSeconds: How long a login is valid.
    ///   - failures: The number of requests to post that fail before one succeeds.
    public init(data: ServerData, delay: Duration, loginSeconds: Int = 1800, failures: Int = 0) {
        (self.data, self.delay, self.loginSeconds) = (data, delay, loginSeconds)
        self.failures = Mutex(failures)
    }

    /// `page` counts from 0. `onProgress` gets the fraction that is loaded, after each quarter but the last.
    func episodes(page: Int, onProgress: (_ fraction: Double) -> Void) async -> (episodes: [Episode], isLast: Bool) {
        for quarter in 1...4 {
            try? await Task.sleep(for: delay / 4)
            if quarter < 4 { onProgress(Double(quarter) / 4) }
        }
        let rest = data.episodes.dropFirst(page * Self.pageSize)
        return (rest.prefix(Self.pageSize).map(\.episode), rest.count <= Self.pageSize)
    }

    /// Of all pages.
    func episodes(matching search: String) async -> [Episode] {
        try? await Task.sleep(for: delay)
        return data.episodes.map(\.episode).filter { $0.matches(search) }
    }

    func details(of id: Episode.ID) async -> EpisodeDetails? {
        try? await Task.sleep(for: delay)
        return data.episodes.first { $0.episode.id == id }
    }

    /// `arrivals` is the number of refreshes before.
    func comments(after arrivals: Int) -> [Comment] {
        data.arrivals.indices.contains(arrivals) ? data.arrivals[arrivals] : []
    }

    /// The id depends on the draft alone; nil if the request failed.
    func post(_ draft: Comment) async -> Comment.ID? {
        do { try await Task.sleep(for: delay) } catch { return nil }
        let fails = failures.withLock { failures in
            defer { failures = max(0, failures - 1) }
            return failures > 0
        }
        return fails ? nil : "posted-" + draft.id.prefix(8).lowercased()
    }

    /// Returns for how many seconds.
    func logIn() async -> Int {
        try? await Task.sleep(for: delay)
        return loginSeconds
    }
}
