import Dispatch
import MobiusCore
import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

private enum Effect: Equatable { case fetch(Int), slow(Int) }

private enum Event: Codable, Sendable { case add(by: Int), fetch, slow }

private func update(model: Counter, event: Event) -> Next<Counter, Effect> {
    switch event {
    case .add(by: 7): .next(Counter(count: model.count + 7), effects: [.fetch(1)])
    case .add(let number): .next(Counter(count: model.count + number))
    case .fetch: .dispatchEffects([.fetch(7), .fetch(3)])
    case .slow: .dispatchEffects([.slow(5)])
    }
}

// snippet: program
private struct CounterLoopProgram: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    func reduce(_ state: inout Counter, _ action: Event) {
        state = update(model: state, event: action).model ?? state
    }
}
// end

// snippet: wrapper
nonisolated extension Recorder {
    typealias SentEvent = (event: Action, origin: ActionOrigin<Action>)
    typealias StartedEffect<Effect> = (effect: Effect, origin: ActionOrigin<Action>)

    /// Builds a loop that passes the origin of each event with it, and with each effect the step that started it.
    func loop<Effect, Handler: Connectable>(
        update: @escaping (State, Action) -> Next<State, Effect>, effectHandler: Handler
    ) -> Mobius.Builder<State, SentEvent, StartedEffect<Effect>>
    where Handler.Input == Effect, Handler.Output == Action {
        let update = recording(update, newState: \.model) { next, origin -> Next<State, StartedEffect<Effect>> in
            let effects = next.effects.map { (effect: $0, origin: origin) }
            return next.model.map { .next($0, effects: effects) } ?? .dispatchEffects(effects)
        }
        let effectHandler = AnyConnectable<StartedEffect<Effect>, SentEvent> { consumer in
            let connection = effectHandler.connect { consumer((event: $0, origin: self.effectOrigin)) }
            return Connection(
                acceptClosure: { started in started.origin.perform { connection.accept(started.effect) } },
                disposeClosure: connection.dispose)
        }
        return Mobius.loop(
            update: { model, sent in sent.origin.perform { update(model, sent.event) } },
            effectHandler: effectHandler)
    }

    /// Wraps the handler of a route: an event that it sends later, on any queue, has the step that started its effect as its cause.
    func handler<Handler: EffectHandler>(_ handler: Handler) -> AnyEffectHandler<Handler.EffectParameters, Action>
    where Handler.Event == Action {
        AnyEffectHandler { parameters, callback in
            let origin = self.effectOrigin
            let onSend = { (event: Action) in origin.perform { callback.send(event) } }
            return handler.handle(parameters, EffectCallback(onSend: onSend, onEnd: { callback.end() }))
        }
    }

    /// Wraps the function that makes the first model and the first effects of a controller.
    func first<Effect>(
        _ initiate: @escaping (State) -> First<State, Effect>
    ) -> (State) -> First<State, StartedEffect<Effect>> {
        { model in
            let first = initiate(model)
            return First(model: first.model, effects: first.effects.map { (effect: $0, origin: self.effectOrigin) })
        }
    }

    /// Returns an event that no effect sent, with its origin: the user, or a name that the app chooses.
    func sent(_ event: Action, from origin: Origin = .user) -> SentEvent { (event: event, origin: self.origin(origin)) }

    /// Wraps a view, or an event source that receives the model, so that its events have an origin.
    func sent<Source: Connectable>(
        by source: Source, from origin: Origin = .user
    ) -> AnyConnectable<Source.Input, SentEvent> where Source.Output == Action {
        AnyConnectable { consumer in source.connect { consumer(self.sent($0, from: origin)) } }
    }

    /// Wraps an event source that does not receive the model, so that its events have an origin.
    func sent<Source: EventSource>(by source: Source, from origin: Origin = .user) -> AnyEventSource<SentEvent>
    where Source.Event == Action {
        AnyEventSource { consumer in source.subscribe { consumer(self.sent($0, from: origin)) } }
    }
}
// end

private let queue = DispatchQueue(label: "effects")

nonisolated(unsafe) private let effectHandler = AnyConnectable<Effect, Event> { consumer in
    nonisolated(unsafe) let consumer = consumer
    return Connection(
        acceptClosure: { effect in
            switch effect {
            case .fetch(let number): consumer(.add(by: number))
            case .slow(let number): queue.async { consumer(.add(by: number)) }
            }
        }, disposeClosure: {})
}

@Suite(.ownThreads)
struct MobiusAdoptionTests {
    private let run = RecordedRun()

    @Test func replayReachesTheModelOfTheLoopAndEventsThatEffectsSendAtOnceHaveTheirCauses() throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: CounterLoopProgram(), in: folder)
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
        // end
        let loop = builder.start(from: Counter())
        loop.dispatchEvent(recorder.sent(.add(by: 3)))
        // The loop does not process its queue in order: it processes the event of one effect, and the effect of that event,
        // before the event of the other effect.
        loop.dispatchEvent(recorder.sent(.fetch))
        loop.dispatchEvent(recorder.sent(.add(by: 3)))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":3}}"#, #"2 user {"fetch":{}}"#, #"3 effect ← 2 {"add":{"by":3}}"#,
                #"4 effect ← 2 {"add":{"by":7}}"#, #"5 effect ← 4 {"add":{"by":1}}"#, #"6 user {"add":{"by":3}}"#,
            ])
        #expect(loop.latestModel == Counter(count: 17))
        try run.expectReplay(of: CounterLoopProgram(), steps: 6, to: loop.latestModel)
    }

    @Test func whatAHandlerSendsOnAnotherQueueHasItsCause() throws {
        let recorder = Recorder(program: CounterLoopProgram(), in: .file(run.path))
        // Answers later, in the opposite order.
        nonisolated(unsafe) var answers: [() -> Void] = []
        let handler = recorder.handler(
            AnyEffectHandler<Int, Event> { number, callback in
                answers.append { callback.send(.add(by: number)) }
                return Connection<Int>(acceptClosure: { _ in }, disposeClosure: {})
            })
        let effects = AnyConnectable<Effect, Event> { consumer in
            Connection(
                acceptClosure: { effect in
                    guard case .slow(let number) = effect else { return }
                    _ = handler.handle(number, EffectCallback(onSend: consumer, onEnd: {}))
                }, disposeClosure: {})
        }
        let first = recorder.first { First<Counter, Effect>(model: $0, effects: [.slow(4)]) }(Counter())
        let loop = recorder.loop(update: update, effectHandler: effects)
            .start(from: first.model, effects: first.effects)
        for _ in 1...2 { loop.dispatchEvent(recorder.sent(.slow)) }
        queue.sync { for answer in answers.reversed() { answer() } }
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"slow":{}}"#, #"2 user {"slow":{}}"#, #"3 effect ← 2 {"add":{"by":5}}"#,
                #"4 effect ← 1 {"add":{"by":5}}"#, #"5 effect {"add":{"by":4}}"#,
            ])
    }

    /// Like a `MobiusController`, the loop here drops the events that are queued when it stops.
    @Test func aQueuedEventKeepsItsOriginWhenAnEqualEventIsQueued() throws {
        let recorder = Recorder(program: CounterLoopProgram(), in: .file(run.path))
        let loopQueue = DispatchQueue(label: "loop")
        nonisolated(unsafe) var isRunning = true
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
            .withEventConsumerTransformer { consumer in
                nonisolated(unsafe) let consumer = consumer
                return { event in
                    let event = event
                    loopQueue.async { if isRunning { consumer(event) } }
                }
            }
        nonisolated(unsafe) let loop = loopQueue.sync { builder.start(from: Counter()) }
        // The event of an effect is queued, then an equal event of the user.
        loop.dispatchEvent(recorder.sent(.slow))
        loopQueue.sync {
            queue.sync {}
            loop.dispatchEvent(recorder.sent(.add(by: 5)))
        }
        // The event of the user is queued, then the equal event of an effect.
        queue.suspend()
        loop.dispatchEvent(recorder.sent(.slow))
        loopQueue.sync {
            loop.dispatchEvent(recorder.sent(.add(by: 5)))
            queue.resume()
            queue.sync {}
        }
        // The event of an effect is dropped.
        queue.suspend()
        loop.dispatchEvent(recorder.sent(.slow))
        loopQueue.sync {
            queue.resume()
            queue.sync {}
            isRunning = false
        }
        loopQueue.sync { isRunning = true }
        loop.dispatchEvent(recorder.sent(.add(by: 5)))
        loopQueue.sync {}
        recorder.finish()
        let user = #"user {"add":{"by":5}}"#
        let effect = #"effect {"add":{"by":5}}"#
        #expect(
            try run.steps() == [
                #"1 user {"slow":{}}"#, "2 \(effect)", "3 \(user)", #"4 user {"slow":{}}"#, "5 \(user)", "6 \(effect)",
                #"7 user {"slow":{}}"#, "8 \(user)",
            ])
    }

    /// Runs on the main actor, as in an app; the loop and its sources run on other queues.
    @Test @MainActor func eventsOfASourceHaveTheNameOfTheSourceAsOrigin() throws {
        let recorder = Recorder(program: CounterLoopProgram(), in: .file(run.path))
        let clock = Clock()
        let listener = AnyConnectable<Counter, Event> { consumer in
            Connection(
                acceptClosure: { if $0.count == 4 { consumer(.add(by: 20)) } }, disposeClosure: {})
        }
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
        let ticking = builder.withEventSource(recorder.sent(by: clock, from: "clock")).start(from: Counter())
        queue.sync { clock.tick(2) }
        ticking.dispose()
        clock.tick(3)
        let listening = builder.withEventSource(recorder.sent(by: listener, from: "listener"))
            .start(from: ticking.latestModel)
        listening.dispatchEvent(recorder.sent(.add(by: 2)))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 clock {"add":{"by":2}}"#, #"2 user {"add":{"by":2}}"#, #"3 listener {"add":{"by":20}}"#,
            ])
    }
}

/// Sends events to all subscribers.
private final class Clock: EventSource {
    private final class Subscription: Disposable {
        private(set) var consumer: Consumer<Event>?
        init(_ consumer: @escaping Consumer<Event>) { self.consumer = consumer }
        func dispose() { consumer = nil }
    }

    private var subscriptions: [Subscription] = []

    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        let subscription = Subscription(consumer)
        subscriptions.append(subscription)
        return subscription
    }

    func tick(_ number: Int) { subscriptions.forEach { $0.consumer?(.add(by: number)) } }
}

extension MobiusAdoptionTests {
    @Test func timeTravelAndSettingTheStateWorkInALoop() throws {
        let recorder = Recorder(program: CounterLoopProgram(), in: .file(run.path))
        let update = recorder.recording(update, newState: \.model, showing: { .next($0) })
        let handler = AnyConnectable<Effect, Event> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
        let loop = Mobius.loop(update: update, effectHandler: handler).start(from: Counter())
        let attached = recorder.attach(loop, inert: .add(by: 0)) { $0.dispatchEvent($1) }
        for number in 1...3 { loop.dispatchEvent(.add(by: number)) }
        let traveler = TimeTraveler(attached, program: CounterLoopProgram(), recorder: recorder)
        try traveler.jump(to: 1)
        #expect(loop.latestModel.count == 1)
        loop.dispatchEvent(.add(by: 7))
        #expect(loop.latestModel.count == 1)
        traveler.resume()
        #expect(loop.latestModel.count == 6)
        attached.live.core.set(Counter(count: 4), by: "test")
        #expect(loop.latestModel.count == 4)
        loop.dispatchEvent(.add(by: 1))
        #expect(loop.latestModel.count == 5)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":1}}"#, #"2 user {"add":{"by":2}}"#, #"3 user {"add":{"by":3}}"#,
                #"4 test {"count":4}"#, #"5 user {"add":{"by":1}}"#,
            ])
    }
}
