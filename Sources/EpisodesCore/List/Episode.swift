/// An episode that is going to be on.
public struct Episode: Codable, Equatable, Identifiable, Sendable {
    public let id: Int
    public let show: String
    public let season: Int
    public let number: Int
    public let title: String

    /// The day it is on: `2026-12-02`.
    public let airs: String

    public init(id: Int, show: String, season: Int, number: Int, title: String, airs: String) {
        self.id = id
        self.show = show
        self.season = season
        self.number = number
        self.title = title
        self.airs = airs
    }
}
