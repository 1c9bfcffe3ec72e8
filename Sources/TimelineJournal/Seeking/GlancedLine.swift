/// A line that a search came by.
struct GlancedLine: Equatable {
    let glance: LineGlance
    /// Where it begins.
    let byte: Int
}
