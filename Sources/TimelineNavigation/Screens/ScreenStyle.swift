/// How a screen is shown.
public enum ScreenStyle: String, Codable, Hashable, Sendable {
    /// At the bottom of the stack.
    case root
    /// Pushed on the screen below, in the same navigation.
    case push
    /// As a sheet over the screen below, with a navigation of its own.
    case sheet
    /// As a cover of the whole display, with a navigation of its own.
    case cover

    /// Whether it is a sheet or a cover.
    public var isPresented: Bool { self == .sheet || self == .cover }
}
