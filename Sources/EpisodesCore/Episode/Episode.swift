/// An upcoming episode.
public struct Episode: Codable, Equatable, Identifiable, Sendable {
    public let id: Int
    public let show: String
    public let season, number: Int
    public let title: String

    /// The air date: `2026-12-02`.
    public let airs: String

    public init(id: Int, show: String, season: Int, number: Int, title: String, airs: String) {
        (self.id, self.show, self.season) = (id, show, season)
        (self.number, self.title, self.airs) = (number, title, airs)
    }

    func matches(_ search: String) -> Bool { show.containsIgnoringCase(search) || title.containsIgnoringCase(search) }
}

extension String {
    func containsIgnoringCase(_ text: String) -> Bool { lowercased().contains(text.lowercased()) }
}
