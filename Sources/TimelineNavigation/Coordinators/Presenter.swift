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
    /// A stack gives all its screens; a scene or a tab bar gives the one that is selected.
    func present(_ contents: [Content]) async
}
