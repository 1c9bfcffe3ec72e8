// Timeline in an app of The Composable Architecture 1.25: copy this file into the module that holds your features, and delete
// the conformances that you have. The article "The Composable Architecture" of TimelineKit shows how to use it.

#if canImport(Combine)
    import Combine
#endif
@_spi(Internals) public import ComposableArchitecture
public import Foundation
public import TimelineKit

nonisolated extension Reducer where State: Codable & Equatable & Sendable {
    /// Records each action and, where it is known, the step that caused it. For the root reducer of the store:
    ///
    ///     Store(initialState: AppFeature.State()) { AppFeature().recorded(by: recorder) }
    public func recorded(by recorder: Recorder<State, Action>) -> some Reducer<State, Action> {
        Reduce<State, Action>(
            recorder.recording(generatedDependencies()._reduce) { effect, origin in
                .publisher { EffectWithinOrigin(effect: effect, origin: origin).map(origin.tag) }
            })
    }

    /// Reduces in a replay: the effect is dropped, the dependencies are those of previews with the recorded values of
    /// `generatedDependencies()`, issues are told by `verify` alone, and `.cancel(id:)` cancels no effect of the app.
    ///
    /// - Parameter joining: For a state with `@Shared` properties: assigns one reference to those that share a value. Each action then gets
    ///   a copy of the state that was encoded and decoded, so that earlier states stay as they are. Its references are separate.
    public func replay(_ state: inout State, _ action: Action, joining: ((State) -> Void)? = nil) {
        // `ifLet` gives the identifiers of effects a namespace.
        let none = Reduce<State?, PresentationAction<Action>> { _, _ in .none }
        let isolated = none.ifLet(\.self, action: \.presented) { self }
        var present: State? = consume state
        withDependencies {
            $0 = .preview
            $0.date = DateGenerator { Generated.now }
            $0.uuid = UUIDGenerator { Generated.uuid() }
            $0.withRandomNumberGenerator = .init(RandomNumbers { Generated.random(in: .min ... .max) })
            $0.stackElementID = .make(
                next: { Generated.value("stackElementID") { Generated.random(in: 1_000_000..<(1 << 53)) } },
                peek: { .max })
        } operation: {
            withIssueReporters([ReplayedIssues()]) {
                if let joining {
                    present = try! JSONDecoder().decode(State.self, from: JSONEncoder().encode(present!))
                    joining(present!)
                }
                _ = isolated._reduce(into: &present, action: .presented(action))
            }
        }
        state = present!
    }
}

private struct ReplayedIssues: IssueReporter {
    nonisolated func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {
        ReducerIssue.report("\(message() ?? "an issue") (\(fileID):\(line))")
    }
}

nonisolated extension Reducer {
    /// Lets reducers take the date, identifiers and random numbers from the dependencies that the app or a test has set, and records
    /// them. The program declares `generatesValues`.
    public func generatedDependencies() -> some Reducer<State, Action> {
        self.transformDependency(\.self) { values in
            let given = values  // Read where a reducer uses it, since a test implements no others.
            values.date = DateGenerator { Generated.value("now") { given.date.now } }
            values.uuid = UUIDGenerator { Generated.value("uuid") { given.uuid() } }
            values.withRandomNumberGenerator = WithRandomNumberGenerator(
                RandomNumbers { Generated.value("random") { given.withRandomNumberGenerator { $0.next() } } })
            values.stackElementID = .make(
                next: { Generated.value("stackElementID") { given.stackElementID.next().generation } },
                peek: { given.stackElementID.peek().generation })
        }
    }

    /// Records what a dependency of your own returns to reducers, which replay gets from the recording:
    ///
    ///     AppFeature().generating("authorization", \.speechClient.authorizationStatus)
    public func generating<Value: Codable & Sendable>(
        _ name: String, _ function: WritableKeyPath<DependencyValues, @Sendable () -> Value>
    ) -> some Reducer<State, Action> {
        self.transformDependency(function) { function in
            function = { [function] in Generated.value(name) { function() } }
        }
    }
}

/// The actions of an effect, which starts within its origin: an action that it makes another effect send, as `dismiss()`
/// does, has the right cause.
nonisolated private struct EffectWithinOrigin<Action>: Publisher {
    typealias Output = Action
    typealias Failure = Never
    let effect: Effect<Action>
    let origin: ActionOrigin<Action>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Action, S.Failure == Never {
        origin.perform { _EffectPublisher(effect).subscribe(subscriber) }
    }
}

/// Random numbers that a closure makes.
nonisolated private struct RandomNumbers: RandomNumberGenerator, Sendable {
    let number: @Sendable () -> UInt64
    func next() -> UInt64 { number() }
}

/// The value alone. A decoded one shares it with no other until the `joining` of `replay` joins them.
nonisolated extension Shared: @retroactive Codable where Value: Codable {
    public init(from decoder: any Decoder) throws {
        nonisolated(unsafe) let value = try Value(from: decoder)
        self.init(value: value)
    }
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// `{"element":{"id":1,"action":…}}`, `{"popFrom":{"id":1}}`, `{"push":{"id":1,"state":…}}`
nonisolated extension StackAction: @retroactive Codable where State: Codable, Action: Codable {
    private indirect enum Recorded: Codable {
        case element(id: Int, action: Action)
        case popFrom(id: Int)
        case push(id: Int, state: State)
    }

    public init(from decoder: any Decoder) throws {
        switch try Recorded(from: decoder) {
        case .element(let id, let action): self = .element(id: StackElementID(generation: id), action: action)
        case .popFrom(let id): self = .popFrom(id: StackElementID(generation: id))
        case .push(let id, let state): self = .push(id: StackElementID(generation: id), state: state)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .element(let id, let action): try Recorded.element(id: id.generation, action: action).encode(to: encoder)
        case .popFrom(let id): try Recorded.popFrom(id: id.generation).encode(to: encoder)
        case .push(let id, let state): try Recorded.push(id: id.generation, state: state).encode(to: encoder)
        }
    }
}

/// An element of a stack with its identifier: `{"id":1,"state":…}`. `StackState` writes the states alone.
nonisolated private struct StackElement<State: Codable>: Codable {
    var id: Int
    var state: State
}

/// Synthesized conformances to `Codable` call this for a property `StackState`, and not the function of the standard library.
nonisolated extension KeyedEncodingContainer {
    public mutating func encode<Element: Codable>(_ stack: StackState<Element>, forKey key: Key) throws {
        try encode(zip(stack.ids, stack).map { StackElement(id: $0.generation, state: $1) }, forKey: key)
    }
}

nonisolated extension KeyedDecodingContainer {
    public func decode<Element: Codable>(_: StackState<Element>.Type, forKey key: Key) throws -> StackState<Element> {
        @Dependency(\.stackElementID) var generator
        var stack = StackState<Element>()
        for element in try decode([StackElement<Element>].self, forKey: key) {
            // Assignment to a new identifier is refused, while access in place takes it.
            var state: Element? = element.state
            swap(&stack[id: StackElementID(generation: element.id)], &state)
            // An app that restores a state makes no identifier again. A number of this size is none that a run has counted.
            guard element.id < 1_000_000 else { continue }
            while generator.peek().generation <= element.id { _ = generator.next() }
        }
        return stack
    }
}

/// A generator that is made of functions. It has no public initializer.
nonisolated extension StackElementIDGenerator {
    /// What a generator stores.
    private struct Layout {
        let next: @Sendable () -> StackElementID
        let peek: @Sendable () -> StackElementID
    }

    fileprivate static func make(next: @escaping @Sendable () -> Int, peek: @escaping @Sendable () -> Int) -> Self {
        let layout = Layout(next: { .init(generation: next()) }, peek: { .init(generation: peek()) })
        return unsafeBitCast(layout, to: Self.self)
    }
}

/// A state that views write through bindings, with the properties that they write.
///
///     extension FormFeature.State: RecordsBindings {
///         static let recordedBindings = [RecordedBinding("title", \Self.title), RecordedBinding("isOn", \Self.isOn)]
///     }
nonisolated public protocol RecordsBindings: ObservableState, Sendable {
    static var recordedBindings: [RecordedBinding<Self>] { get }
}

/// A property that views write through a binding, with its name in the recording. The name of a key path differs from build to build.
nonisolated public struct RecordedBinding<Root: ObservableState & Sendable>: Sendable {
    /// A value that is not read.
    fileprivate struct AnyValue: Decodable { init(from decoder: any Decoder) {} }

    fileprivate let name: String
    /// The name with the value; nil for the action of another binding.
    fileprivate let value: @Sendable (BindingAction<Root>) -> (any Encodable)?
    fileprivate let action: @Sendable (any Decoder) throws -> BindingAction<Root>

    public init<Value: Codable & Equatable & Sendable>(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.name = name
        value = { action in
            BindingAction<Root>.allCasePaths[dynamicMember: keyPath].extract(from: action).map { [name: $0] }
        }
        action = { .set(keyPath, try [String: Value](from: $0)[name]!) }
    }
}

/// `{"title":"Design"}`
nonisolated extension BindingAction: @retroactive Codable where Root: RecordsBindings {
    public init(from decoder: any Decoder) throws {
        let names = try [String: RecordedBinding<Root>.AnyValue](from: decoder).keys
        guard let binding = Root.recordedBindings.first(where: { names.contains($0.name) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "recordedBindings does not hold \(names)"))
        }
        self = try binding.action(decoder)
    }
    public func encode(to encoder: any Encoder) throws {
        guard let value = Root.recordedBindings.lazy.compactMap({ $0.value(self) }).first else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "add \(keyPath) to recordedBindings"))
        }
        try value.encode(to: encoder)
    }
}

/// What an alert or a dialog shows, without its identifier, which is random and no part of its equality.
nonisolated private struct RecordedAlert<Action: Codable>: Codable {
    struct Button: Codable {
        let label: String
        let role: String?
        let action: Action?
    }

    let title: String
    let message: String?
    let buttons: [Button]
    var titleVisibility: String?

    init(_ title: TextState, _ message: TextState?, _ buttons: [ButtonState<Action>]) {
        self.title = String(state: title)
        self.message = message.map { String(state: $0) }
        self.buttons = buttons.map {
            Button(label: String(state: $0.label), role: $0.role.map { "\($0)" }, action: $0.action.action)
        }
    }

    var messageState: (() -> TextState)? { message.map { text in { TextState(text) } } }

    var buttonStates: [ButtonState<Action>] {
        buttons.map { button in
            let role: ButtonStateRole? = button.role.map { $0 == "cancel" ? .cancel : .destructive }
            return ButtonState(role: role, action: .send(button.action)) { TextState(button.label) }
        }
    }
}

/// `{"title":"Delete?","buttons":[{"label":"Yes","role":"destructive","action":…}]}`
nonisolated extension AlertState: @retroactive Codable where Action: Codable {
    public init(from decoder: any Decoder) throws {
        let alert = try RecordedAlert<Action>(from: decoder)
        self.init(title: { TextState(alert.title) }, message: alert.messageState)
        buttons = alert.buttonStates
    }
    public func encode(to encoder: any Encoder) throws {
        try RecordedAlert(title, message, buttons).encode(to: encoder)
    }
}

nonisolated extension ConfirmationDialogState: @retroactive Codable where Action: Codable {
    public init(from decoder: any Decoder) throws {
        let dialog = try RecordedAlert<Action>(from: decoder)
        self.init(title: { TextState(dialog.title) }, message: dialog.messageState)
        buttons = dialog.buttonStates
        titleVisibility = [.hidden, .visible].first { "\($0)" == dialog.titleVisibility } ?? .automatic
    }

    public func encode(to encoder: any Encoder) throws {
        var dialog = RecordedAlert(title, message, buttons)
        dialog.titleVisibility = "\(titleVisibility)"
        try dialog.encode(to: encoder)
    }
}

/// What replay has of an error that is not `Codable`.
nonisolated public struct RecordedError: Error, LocalizedError, Codable, Equatable {
    public let type: String
    public let message: String
    public var errorDescription: String? { message }

    init(_ error: any Error) { (type, message) = ("\(Swift.type(of: error))", error.localizedDescription) }
}

/// `{"success":…}` or `{"failure":…}`. The failure of a `Result<Success, any Error>` is read as a `RecordedError`, whatever it was.
nonisolated extension Result: @retroactive Codable where Success: Codable {
    private enum Key: CodingKey { case success, failure }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if container.contains(.success) {
            self = .success(try container.decode(Success.self, forKey: .success))
            return
        }
        let type = Failure.self as? any Decodable.Type ?? RecordedError.self
        guard let error = try container.decode(type, forKey: .failure) as? Failure else {
            throw DecodingError.dataCorruptedError(
                forKey: .failure, in: container, debugDescription: "declare \(Failure.self) to be Codable")
        }
        self = .failure(error)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .success(let value): try container.encode(value, forKey: .success)
        case .failure(let error as any Encodable) where error is RecordedError || Failure.self is any Decodable.Type:
            try container.encode(error, forKey: .failure)
        case .failure(let error):
            try container.encode(RecordedError(error), forKey: .failure)
        }
    }
}

nonisolated extension TaskResult: @retroactive Codable where Success: Codable {
    public init(from decoder: any Decoder) throws { self.init(try Result<Success, any Error>(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try Result(self).encode(to: encoder) }
}

/// An enumeration without cases, such as the actions of an alert that only informs: `extension Feature.Alert: Uninhabited {}`.
nonisolated public protocol Uninhabited: Codable {}

nonisolated extension Uninhabited {
    public init(from decoder: any Decoder) throws {
        throw DecodingError.typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "no cases"))
    }
    public func encode(to encoder: any Encoder) throws {}
}
