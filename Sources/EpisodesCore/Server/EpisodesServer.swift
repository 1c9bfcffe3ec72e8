internal import Synchronization

/// Simulates a remote server: slow, with the same answers in every session, so that a script can be repeated.
public final class EpisodesServer: Sendable {
    private static let pageSize = 5

    private let data: ServerData
    private let delay: Duration
    private let loginSeconds: Int
    /// Of requests to post, still to come.
    private let failures: Mutex<Int>

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

public struct ServerData: Sendable {
    let episodes: [EpisodeDetails]

    /// The comments of others that arrive with the first refresh, with the second, …
    let arrivals: [[Comment]]

    public static let builtIn = ServerData(
        episodes: table.map { id, show, season, number, title, airs, synopsis in
            EpisodeDetails(
                episode: Episode(id: id, show: show, season: season, number: number, title: title, airs: airs),
                synopsis: synopsis)
        },
        arrivals: [
            [
                Comment(id: "c1", episode: 3, author: "Ada", text: "Is this the season finale?"),
                Comment(id: "c2", episode: 3, author: "Bo", text: "It had better not be."),
                Comment(id: "c3", episode: 3, author: "Cy", text: "The trailer looks wonderful."),
                Comment(id: "c4", episode: 5, author: "Ada", text: "Not that Rick, surely?"),
                Comment(id: "c5", episode: 5, author: "Dee", text: "A crossover! I knew it."),
                Comment(id: "c6", episode: 1, author: "Eli", text: "Two years of waiting for this."),
            ],
            [
                Comment(id: "c7", episode: 3, author: "Dee", text: "One more after this one, they say."),
                Comment(id: "c8", episode: 3, author: "Ada", text: "Oh good."),
                Comment(id: "c9", episode: 7, author: "Bo", text: "Written by the same people as the pilot."),
                Comment(id: "c10", episode: 7, author: "Eli", text: "Then I am in."),
                Comment(id: "c11", episode: 7, author: "Cy", text: "Set the alarm for half past four."),
            ],
            [Comment(id: "c12", episode: 8, author: "Ada", text: "Is it the same ferry as in season one?")],
        ])
}

/// Identifier, show, season, number, title, air date and synopsis.
private let table = [
    (1, "Harbour Lights", 2, 1, "Low Water", "2026-11-24", "The ferry is two hours late, and so is the tide."),
    (2, "Rick's Diner", 4, 7, "The Regular", "2026-11-25", "A man orders the same breakfast for the ninth day."),
    (3, "Rick's Diner", 4, 8, "Closing Time", "2026-12-02", "Rick turns the sign around for the last time."),
    (4, "The Cartographers", 1, 3, "Here Be Nothing", "2026-12-03", "A map of a lake that is not there."),
    (5, "Night Shift", 6, 2, "Rick Calls In Sick", "2026-12-05", "Nobody believes that Rick has a cold."),
    (6, "The Cartographers", 1, 4, "Scale of Miles", "2026-12-10", "Two surveyors measure the same mile, and differ."),
    (7, "Night Shift", 6, 3, "Half Past Four", "2026-12-12", "The clock on the ward stops, and nobody winds it."),
    (8, "Harbour Lights", 2, 2, "The Ferry", "2026-12-15", "The crossing takes ten minutes, or a whole season."),
]
