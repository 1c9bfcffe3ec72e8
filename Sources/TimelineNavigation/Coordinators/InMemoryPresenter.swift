/// A user interface without views, for tests of coordinators. It is the content that it presents, too.
///
///     let stack = StackCoordinator(presenter: InMemoryPresenter("stack"), root: list) { … }
///     try await stack.show("3/comments")
///     #expect(stack.content.text == "stack(list detail comments)")
public final class InMemoryPresenter: Presenter {
    private let name: String

    /// What is shown, the last on top.
    public private(set) var contents: [InMemoryPresenter] = []

    /// - Parameter name: Its name in `text`.
    public init(_ name: String) { self.name = name }

    public var content: InMemoryPresenter { self }

    public func present(_ contents: [InMemoryPresenter]) async { self.contents = contents }

    /// The name, with what is shown in parentheses: `tabs(stack(list detail))`.
    public var text: String {
        contents.isEmpty ? name : "\(name)(\(contents.map(\.text).joined(separator: " ")))"
    }
}
