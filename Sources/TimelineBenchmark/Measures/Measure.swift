/// Something that is measured beside its peers.
protocol Measure: Sendable {
    /// What it is asked for by.
    static var name: String { get }
    /// What it measures, in a line.
    static var abstract: String { get }

    func findings(_ bench: Bench) throws -> [Finding]
}
