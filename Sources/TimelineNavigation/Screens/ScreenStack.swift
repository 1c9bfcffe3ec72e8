/// The screens that the user sees, from the root to the one on top, and how each is shown.
///
///     var screens = ScreenStack(root: Screen.list, id: 0)
///     try screens.push(.detail(3), id: 1)
///     try screens.presentSheet(.writing, id: 2)
///     try screens.dismiss()
///
/// A screen keeps the id that it is given, whatever is changed in it or below it. Actions and effects belong to an id, never to an
/// index. No two screens of a stack have the same id, and the app never reuses one: a number that counts up in the state will do.
///
/// There is always a root, and every presented screen has a navigation of its own, so a screen can always be pushed. An
/// operation that is not possible throws a `ScreenStackError` and changes nothing.
///
/// Its JSON is an array: `[{"id":0,"screen":…,"style":"root"},{"id":1,"screen":…,"style":"push"}]`.
///
/// **Cost.** Finding an id takes a look at each screen; stacks are short.
public struct ScreenStack<Screen, ID: Hashable> {
    public struct Entry: Identifiable {
        public let id: ID
        public let style: ScreenStyle
        public internal(set) var screen: Screen
    }

    /// Not empty; the first is the root and no other is; ids are unique.
    var entries: [Entry]

    public init(root: Screen, id: ID) { entries = [Entry(id: id, style: .root, screen: root)] }

    public var top: Entry { entries[entries.count - 1] }

    /// The screen with an id, or nil if it is gone. Setting nil, or a screen that is gone, changes nothing.
    public subscript(id id: ID) -> Screen? {
        get { index(of: id).map { entries[$0].screen } }
        set { if let newValue, let index = index(of: id) { entries[index].screen = newValue } }
    }

    func index(of id: ID) -> Int? { entries.lastIndex { $0.id == id } }
}

extension ScreenStack: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }
    public subscript(position: Int) -> Entry { entries[position] }
}

extension ScreenStack.Entry: Sendable where Screen: Sendable, ID: Sendable {}
extension ScreenStack.Entry: Equatable where Screen: Equatable {}
extension ScreenStack.Entry: Hashable where Screen: Hashable {}
extension ScreenStack.Entry: Encodable where Screen: Encodable, ID: Encodable {}
extension ScreenStack.Entry: Decodable where Screen: Decodable, ID: Decodable {}

extension ScreenStack: Sendable where Screen: Sendable, ID: Sendable {}
extension ScreenStack: Equatable where Screen: Equatable {}
extension ScreenStack: Hashable where Screen: Hashable {}

extension ScreenStack: Encodable where Screen: Encodable, ID: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}

extension ScreenStack: Decodable where Screen: Decodable, ID: Decodable {
    /// Throws if the first screen is not the root, another is, or two have the same id.
    public init(from decoder: any Decoder) throws {
        entries = try decoder.singleValueContainer().decode([Entry].self)
        func refuse(_ reason: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        guard entries.first?.style == .root else { throw refuse("the first screen is not the root") }
        if let other = entries.dropFirst().first(where: { $0.style == .root }) {
            throw refuse("screen \(other.id) is a second root")
        }
        guard Set(entries.map(\.id)).count == entries.count else { throw refuse("two screens have the same id") }
    }
}

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

    public var isPresented: Bool { self == .sheet || self == .cover }
}
