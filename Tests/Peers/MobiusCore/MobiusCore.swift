// The public interface of Mobius.swift 0.7, as far as the documentation and the tests use it.

public import Foundation

public typealias Consumer<Value> = (Value) -> Void
public typealias ConsumerTransformer<Value> = (@escaping Consumer<Value>) -> Consumer<Value>

public protocol Disposable: AnyObject {
    func dispose()
}

public final class Connection<Value>: Disposable {
    private let acceptClosure: (Value) -> Void
    private let disposeClosure: () -> Void

    public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
        (self.acceptClosure, self.disposeClosure) = (acceptClosure, disposeClosure)
    }

    public func accept(_ value: Value) { acceptClosure(value) }
    public func dispose() { disposeClosure() }
}

public protocol Connectable {
    associatedtype Input
    associatedtype Output
    func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

public struct AnyConnectable<Input, Output>: Connectable {
    private let connectClosure: (@escaping Consumer<Output>) -> Connection<Input>

    public init<C: Connectable>(_ connectable: C) where C.Input == Input, C.Output == Output {
        self.init(connectable.connect)
    }

    public init(_ connect: @escaping (@escaping Consumer<Output>) -> Connection<Input>) { connectClosure = connect }

    public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> { connectClosure(consumer) }
}

public protocol EventSource: AnyObject {
    associatedtype Event
    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}

public final class AnyEventSource<Event>: EventSource {
    private let subscribeClosure: (@escaping Consumer<Event>) -> any Disposable

    public init(_ subscribe: @escaping (@escaping Consumer<Event>) -> any Disposable) { subscribeClosure = subscribe }

    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable { subscribeClosure(consumer) }
}

public struct First<Model, Effect> {
    public let model: Model
    public let effects: [Effect]

    public init(model: Model, effects: [Effect] = []) { (self.model, self.effects) = (model, effects) }
}

public final class EffectCallback<Output> {
    private let onSend: (Output) -> Void
    private let onEnd: () -> Void

    public init(onSend: @escaping (Output) -> Void, onEnd: @escaping () -> Void) {
        (self.onSend, self.onEnd) = (onSend, onEnd)
    }

    public func send(_ output: Output) { onSend(output) }
    public func end() { onEnd() }
}

public protocol EffectHandler {
    associatedtype EffectParameters
    associatedtype Event
    func handle(_ effectParameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable
}

public struct AnyEffectHandler<EffectParameters, Event>: EffectHandler {
    private let closure: (EffectParameters, EffectCallback<Event>) -> any Disposable

    public init(handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable) { closure = handle }

    public func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable {
        closure(parameters, callback)
    }
}

public struct Next<Model, Effect> {
    public let model: Model?
    public let effects: [Effect]

    public static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }
    public static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
    public static var noChange: Next { Next(model: nil, effects: []) }
}

public enum Mobius {
    public static func loop<Model, Event, Effect, EffectHandler: Connectable>(
        update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: EffectHandler
    ) -> Builder<Model, Event, Effect> where EffectHandler.Input == Effect, EffectHandler.Output == Event {
        Builder(update: update, effectHandler: AnyConnectable(effectHandler), eventSource: nil, transformer: { $0 })
    }

    public struct Builder<Model, Event, Effect> {
        let update: (Model, Event) -> Next<Model, Effect>
        let effectHandler: AnyConnectable<Effect, Event>
        let eventSource: AnyConnectable<Model, Event>?
        let transformer: ConsumerTransformer<Event>

        public func withEventSource<Source: EventSource>(_ eventSource: Source) -> Builder
        where Source.Event == Event {
            withEventSource(
                AnyConnectable<Model, Event> { consumer in
                    let subscription = eventSource.subscribe(consumer: consumer)
                    return Connection(acceptClosure: { _ in }, disposeClosure: subscription.dispose)
                })
        }

        public func withEventSource<Source: Connectable>(_ eventSource: Source) -> Builder
        where Source.Input == Model, Source.Output == Event {
            Builder(
                update: update, effectHandler: effectHandler, eventSource: AnyConnectable(eventSource),
                transformer: transformer)
        }

        public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
            Builder(
                update: update, effectHandler: effectHandler, eventSource: eventSource,
                transformer: { [old = self.transformer] in transformer(old($0)) })
        }

        public func makeController(
            from initialModel: Model, initiate: ((Model) -> First<Model, Effect>)? = nil
        ) -> MobiusController<Model, Event, Effect> { MobiusController() }

        public func start(from initialModel: Model, effects: [Effect] = []) -> MobiusLoop<Model, Event, Effect> {
            MobiusLoop(model: initialModel, builder: self, effects: effects)
        }
    }
}

/// Runs no loop here: only its interface is of use.
public final class MobiusController<Model, Event, Effect> {
    @discardableResult
    public func connectView<View: Connectable>(_ connectable: View) -> UUID
    where View.Input == Model, View.Output == Event { UUID() }
}

/// Events and effects that wait are taken in no order that one could rely on: here, the last one first.
public final class MobiusLoop<Model, Event, Effect>: Disposable {
    public private(set) var latestModel: Model
    private var work: [() -> Void] = []
    private var isServicing = false
    private var consumeEvent: Consumer<Event> = { _ in }
    private var effectConnection: Connection<Effect>?
    private var sourceConnection: Connection<Model>?
    private var observers: [Consumer<Model>] = []

    init(model: Model, builder: Mobius.Builder<Model, Event, Effect>, effects: [Effect]) {
        latestModel = model
        consumeEvent = builder.transformer { [unowned self] event in
            work.append { self.process(builder.update(self.latestModel, event)) }
            service()
        }
        effectConnection = builder.effectHandler.connect(consumeEvent)
        sourceConnection = builder.eventSource?.connect(consumeEvent)
        process(Next(model: nil, effects: effects))
    }

    /// The observer stays here until the loop ends.
    @discardableResult
    public func addObserver(_ consumer: @escaping Consumer<Model>) -> any Disposable {
        observers.append(consumer)
        return Connection<Model>(acceptClosure: { _ in }, disposeClosure: {})
    }

    public func dispatchEvent(_ event: Event) { consumeEvent(event) }

    public func dispose() {
        effectConnection?.dispose()
        sourceConnection?.dispose()
    }

    private func process(_ next: Next<Model, Effect>) {
        if let model = next.model {
            latestModel = model
            sourceConnection?.accept(model)
            observers.forEach { $0(model) }
        }
        for effect in next.effects { work.append { self.effectConnection?.accept(effect) } }
        service()
    }

    private func service() {
        guard !isServicing else { return }
        isServicing = true
        defer { isServicing = false }
        while let item = work.popLast() { item() }
    }
}
