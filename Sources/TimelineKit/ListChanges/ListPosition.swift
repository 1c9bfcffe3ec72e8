/// The position of an item in a list of sections.
public struct ListPosition: Hashable, Sendable {
    /// The index of the section.
    public let section: Int
    /// The index of the item in its section.
    public let item: Int

    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}
