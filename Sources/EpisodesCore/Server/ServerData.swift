#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The data of the server, from a file:
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

    /// Reads a file.
    ///
    /// - Throws: `DecodingError` if it is not a JSON file of the form above.
    public init(file: Data) throws {
        self = try JSONDecoder().decode(ServerData.self, from: file)
    }

    /// The data of `Resources/episodes.json`, which is embedded in the app.
    public static let builtIn: ServerData = {
        do {
            return try ServerData(file: Data(PackageResources.episodes_json))
        } catch {
            preconditionFailure("Resources/episodes.json is not what ServerData expects: \(error)")
        }
    }()
}
