internal import Synchronization

/// What `@ObservableState` adds to a state.
public struct ObservationStateRegistrar: Sendable, Equatable, Codable { public init() {} }

public protocol ObservableState {}

public struct StackElementID: Hashable, Sendable {
    @_spi(Internals) public var generation: Int
    @_spi(Internals) public init(generation: Int) { self.generation = generation }
}

@_spi(Internals) public struct StackElementIDGenerator: Sendable {
    public let next: @Sendable () -> StackElementID
    public let peek: @Sendable () -> StackElementID
    public static var liveValue: StackElementIDGenerator {
        let count = Mutex(0)
        return StackElementIDGenerator(
            next: { StackElementID(generation: count.withLock { ($0, $0 += 1).0 }) },
            peek: { StackElementID(generation: count.withLock { $0 }) })
    }
}

public struct StackState<Element> {
    /// In the library, this is an ordered set.
    public private(set) var ids: [StackElementID] = []
    private var elements: [StackElementID: Element] = [:]
    @Dependency(\.stackElementID) private var stackElementID
    public init() {}
    public subscript(id id: StackElementID) -> Element? {
        _read { yield elements[id] }
        _modify {
            yield &elements[id]
            if !ids.contains(id) { ids.append(id) }
        }
        set { if ids.contains(id) { elements[id] = newValue } }
    }
    public mutating func append(_ element: Element) {
        ids.append(stackElementID.next())
        elements[ids.last!] = element
    }
    public mutating func pop(from id: StackElementID) { ids.removeSubrange(ids.firstIndex(of: id)!...) }
}

extension StackState: RandomAccessCollection {
    public var startIndex: Int { ids.startIndex }
    public var endIndex: Int { ids.endIndex }
    public subscript(position: Int) -> Element { elements[ids[position]]! }
}

extension StackState: Equatable where Element: Equatable {
    public static func == (a: Self, b: Self) -> Bool { a.ids == b.ids && a.elementsEqual(b) }
}
extension StackState: Sendable where Element: Sendable {}
extension StackState: Codable where Element: Codable {
    public init(from decoder: any Decoder) throws { try [Element](from: decoder).forEach { append($0) } }
    public func encode(to encoder: any Encoder) throws { try [Element](self).encode(to: encoder) }
}

public enum StackAction<State, Action> {
    indirect case element(id: StackElementID, action: Action)
    case popFrom(id: StackElementID)
    case push(id: StackElementID, state: State)
}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

public struct AnyCasePath<Root, Value> {
    let _extract: (Root) -> Value?
    public func extract(from root: Root) -> Value? { _extract(root) }
}

@dynamicMemberLookup public struct Case<Value> {
    let extract: (Any) -> Value?
    public subscript<Action>(
        dynamicMember keyPath: KeyPath<PresentationAction<Action>.AllCasePaths, AnyCasePath<Value, Action>>
    ) -> Case<Action> where Value == PresentationAction<Action> {
        Case<Action> { extract($0).flatMap(Value.AllCasePaths()[keyPath: keyPath].extract) }
    }
}
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

public enum PresentationAction<Action> {
    case dismiss
    indirect case presented(Action)
    public struct AllCasePaths {
        public var presented: AnyCasePath<PresentationAction, Action> {
            AnyCasePath { if case .presented(let action) = $0 { action } else { nil } }
        }
    }
}

public struct BindingAction<Root>: Sendable {
    public let keyPath: any PartialKeyPath<Root> & Sendable
    let value: any Sendable
    public static func set<Value: Equatable & Sendable>(
        _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
    ) -> BindingAction where Root: ObservableState {
        BindingAction(keyPath: keyPath, value: value)
    }
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
    @dynamicMemberLookup public struct AllCasePaths {
        public subscript<Value: Equatable & Sendable>(
            dynamicMember keyPath: WritableKeyPath<Root, Value>
        ) -> AnyCasePath<BindingAction, Value> where Root: ObservableState {
            AnyCasePath { $0.keyPath as PartialKeyPath<Root> == keyPath ? $0.value as? Value : nil }
        }
    }
}

@propertyWrapper public struct Shared<Value>: Sendable {
    private final class Box<Content>: @unchecked Sendable {
        var content: Content
        init(_ content: Content) { self.content = content }
    }
    /// Copies of a property have one box, whose reference `projectedValue` replaces.
    private let box: Box<Box<Value>>
    public init(value: sending Value) { box = Box(Box(value)) }
    public var wrappedValue: Value { box.content.content }
    public var projectedValue: Shared {
        get { self }
        nonmutating set { box.content = newValue.box.content }
    }
    public func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
        try operation(&box.content.content)
    }
}
extension Shared: Equatable where Value: Equatable {
    public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

public enum TaskResult<Success: Sendable>: Sendable {
    case success(Success)
    case failure(any Error)
    public init<Failure>(_ result: Result<Success, Failure>) {
        do { self = .success(try result.get()) } catch { self = .failure(error) }
    }
}

extension Result where Success: Sendable, Failure == any Error {
    public init(_ result: TaskResult<Success>) {
        switch result {
        case .success(let value): self = .success(value)
        case .failure(let error): self = .failure(error)
        }
    }
}

public struct TextState: Equatable, Sendable {
    let text: String
    public init<S: StringProtocol>(_ content: S) { text = String(content) }
}
extension String {
    public init(state: TextState) { self = state.text }
}

public struct ButtonState<Action> {
    public let role: ButtonStateRole?
    public let action: ButtonStateAction<Action>
    public let label: TextState
    public init(role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil), label: () -> TextState) {
        (self.role, self.action, self.label) = (role, action, label())
    }
}

public struct ButtonStateAction<Action> {
    public let action: Action?
    public static func send(_ action: Action?) -> ButtonStateAction { ButtonStateAction(action: action) }
}
public enum ButtonStateRole: Sendable { case cancel, destructive }

public struct AlertState<Action> {
    public var title: TextState
    public var message: TextState?
    public var buttons: [ButtonState<Action>] = []
    public init(title: () -> TextState, message: (() -> TextState)? = nil) {
        (self.title, self.message) = (title(), message?())
    }
}

public struct ConfirmationDialogState<Action> {
    public var title: TextState
    public var message: TextState?
    public var buttons: [ButtonState<Action>] = []
    public var titleVisibility = ConfirmationDialogStateTitleVisibility.automatic
    public init(title: () -> TextState, message: (() -> TextState)? = nil) {
        (self.title, self.message) = (title(), message?())
    }
}
public enum ConfirmationDialogStateTitleVisibility: Sendable { case automatic, hidden, visible }

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonState: Equatable where Action: Equatable {}
extension AlertState: Equatable where Action: Equatable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonState: Sendable where Action: Sendable {}
extension AlertState: Sendable where Action: Sendable {}
