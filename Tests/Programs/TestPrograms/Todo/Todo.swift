/// The state of a to-do app, with all that its screen shows.
public struct Todo: Codable, Equatable, Sendable {
    public struct Item: Codable, Equatable, Sendable {
        public var id: Int
        public var title: String
        public var isCompleted = false

        public init(id: Int, title: String, isCompleted: Bool = false) {
            (self.id, self.title, self.isCompleted) = (id, title, isCompleted)
        }
    }

    public enum Filter: String, Codable, Sendable {
        case all, active, completed
    }

    public struct Edit: Codable, Equatable, Sendable {
        public var id: Int
        public var index: Int
        public var text: String
    }

    public var items: [Item] = []
    public var draft = ""
    public var filter = Filter.all
    public var edit: Edit?
    public var nextID = 1

    // What is on screen.
    public var shown: [Int] = []
    public var remaining = 0
    public var isAllChecked = false
    public var showsClear = false

    // The server.
    public var revision = 0
    public var savedRevision = 0
    public var isDirty = false
    public var isLoaded = false

    /// What the user has typed and not submitted, and the titles that the user has agreed to: what a specification remembers.
    public var typed = ""
    public var agreed: [Int: String] = [:]
    public var chosenFilter = Filter.all

    public init() {}
}

public enum TodoAction: Codable, Equatable, Sendable {
    case draftChanged(text: String)
    case submitted
    case toggled(id: Int)
    case toggleAllTapped
    case removed(id: Int)
    case filterTapped(Todo.Filter)
    case editTapped(id: Int)
    case editChanged(text: String)
    case editSubmitted
    case editCanceled
    case clearTapped
    case appeared
    case saveTapped
    // Results of effects.
    case loaded(items: [Todo.Item])
    case saved(revision: Int)
}
