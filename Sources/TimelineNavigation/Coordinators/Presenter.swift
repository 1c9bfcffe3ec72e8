/// The part of the user interface that a coordinator changes: a navigation controller, a tab bar controller, a window.
///
///     extension UINavigationController: Presenter {
///         public var content: UIViewController { self }
///         public func present(_ contents: [UIViewController]) async { … }
///     }
///
/// An app writes one for each kind. `InMemoryPresenter` is for tests.
@MainActor
public protocol Presenter<Content>: AnyObject {
    /// What is shown: a view controller, a view.
    associatedtype Content

    /// What shows the others.
    var content: Content { get }

    /// Shows `contents`, the last on top, in the place of what was shown, and returns when the animation is over.
    ///
    /// A stack gives all its screens; a scene or a tab bar gives the one that is selected; a coordinator of modals gives its base, and
    /// the modal if there is one.
    func present(_ contents: [Content]) async
}

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
    public var text: String { contents.isEmpty ? name : "\(name)(\(contents.map(\.text).joined(separator: " ")))" }
}
