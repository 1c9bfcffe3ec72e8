#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The data of the server, from a text:
///
///     {"episodes": [{"id": 1, "show": "Harbour Lights", "season": 2, "number": 1, "title": "Low Water",
///                    "airs": "2026-11-24", "synopsis": "The ferry is late."}],
///      "arrivals": [[{"id": "c1", "episode": 1, "author": "Ada", "text": "At last."}]]}
public struct ServerData: Decodable, Sendable {
    let episodes: [ServedEpisode]

    /// The comments of others that arrive with the first refresh, with the second, …
    let arrivals: [[ArrivingComment]]

    struct ServedEpisode: Decodable, Sendable {
        let details: EpisodeDetails

        private enum CodingKeys: CodingKey { case synopsis }

        init(from decoder: any Decoder) throws {
            let synopsis = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                String.self, forKey: .synopsis)
            details = EpisodeDetails(episode: try Episode(from: decoder), synopsis: synopsis ?? "")
        }
    }

    struct ArrivingComment: Decodable, Sendable {
        let id: String
        let episode: Episode.ID
        let author: String
        let text: String
    }

    init(file: Data) throws { self = try JSONDecoder().decode(ServerData.self, from: file) }

    /// The data that is embedded in the app.
    public static let builtIn: ServerData = {
        do {
            return try ServerData(file: Data(builtInFile.utf8))
        } catch {
            preconditionFailure("the embedded data are not what ServerData expects: \(error)")
        }
    }()

    private static let builtInFile = """
        {
          "episodes": [
            {"id": 1, "show": "Harbour Lights", "season": 2, "number": 1, "title": "Low Water", "airs": "2026-11-24",
             "synopsis": "The ferry is two hours late, and so is the tide."},
            {"id": 2, "show": "Rick's Diner", "season": 4, "number": 7, "title": "The Regular", "airs": "2026-11-25",
             "synopsis": "A man orders the same breakfast for the ninth day."},
            {"id": 3, "show": "Rick's Diner", "season": 4, "number": 8, "title": "Closing Time", "airs": "2026-12-02",
             "synopsis": "Rick turns the sign around for the last time."},
            {"id": 4, "show": "The Cartographers", "season": 1, "number": 3, "title": "Here Be Nothing", "airs": "2026-12-03",
             "synopsis": "A map of a lake that is not there."},
            {"id": 5, "show": "Night Shift", "season": 6, "number": 2, "title": "Rick Calls In Sick", "airs": "2026-12-05",
             "synopsis": "Nobody believes that Rick has a cold."},
            {"id": 6, "show": "The Cartographers", "season": 1, "number": 4, "title": "Scale of Miles", "airs": "2026-12-10",
             "synopsis": "Two surveyors measure the same mile, and differ."},
            {"id": 7, "show": "Night Shift", "season": 6, "number": 3, "title": "Half Past Four", "airs": "2026-12-12",
             "synopsis": "The clock on the ward stops, and nobody winds it."},
            {"id": 8, "show": "Harbour Lights", "season": 2, "number": 2, "title": "The Ferry", "airs": "2026-12-15",
             "synopsis": "The crossing takes ten minutes, or a whole season."}
          ],
          "arrivals": [
            [
              {"id": "c1", "episode": 3, "author": "Ada", "text": "Is this the season finale?"},
              {"id": "c2", "episode": 3, "author": "Bo", "text": "It had better not be."},
              {"id": "c3", "episode": 3, "author": "Cy", "text": "The trailer looks wonderful."},
              {"id": "c4", "episode": 5, "author": "Ada", "text": "Not that Rick, surely?"},
              {"id": "c5", "episode": 5, "author": "Dee", "text": "A crossover! I knew it."},
              {"id": "c6", "episode": 1, "author": "Eli", "text": "Two years of waiting for this."}
            ],
            [
              {"id": "c7", "episode": 3, "author": "Dee", "text": "One more after this one, they say."},
              {"id": "c8", "episode": 3, "author": "Ada", "text": "Oh good."},
              {"id": "c9", "episode": 7, "author": "Bo", "text": "Written by the same people as the pilot."},
              {"id": "c10", "episode": 7, "author": "Eli", "text": "Then I am in."},
              {"id": "c11", "episode": 7, "author": "Cy", "text": "Set the alarm for half past four."}
            ],
            [
              {"id": "c12", "episode": 8, "author": "Ada", "text": "Is it the same ferry as in season one?"}
            ]
          ]
        }
        """
}
