import TimelineKit

nonisolated enum OldRecordings {
    struct Cart: Codable, Equatable, Sendable {
        struct Item: Codable, Equatable, Sendable {
            let id: Int
            var count: Int
        }

        var items: [Item] = []
    }

    enum CartAction: Codable, Sendable { case added(id: Int) }

    // sample: OldRecordings#Overview:1
}

nonisolated enum Dictionaries {
    // sample: PositionsConditionsAndPaths#Paths:1
}
