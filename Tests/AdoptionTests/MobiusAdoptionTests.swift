import Dispatch
import MobiusCore
import Testing
import TimelineJournal
import TimelineKit
import TimelineLive

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
private struct RecordedLoop: Program {
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
    typealias Sent = (event: Action, origin: ActionOrigin<Action>)
    typealias Started<Effect> = (effect: Effect, origin: ActionOrigin<Action>)

    /// A loop whose effects know the step that started them, and whose events know where they come from.
    func loop<Effect, Handler: Connectable>(
        update: @escaping (State, Action) -> Next<State, Effect>, effectHandler: Handler
    ) -> Mobius.Builder<State, Sent, Started<Effect>> where Handler.Input == Effect, Handler.Output == Action {
        let update = recording(update, newState: \.model) { next, origin -> Next<State, Started<Effect>> in
            let effects = next.effects.map { (effect: $0, origin: origin) }
            return next.model.map { .next($0, effects: effects) } ?? .dispatchEffects(effects)
        }
        let effectHandler = AnyConnectable<Started<Effect>, Sent> { consumer in
            let connection = effectHandler.connect { consumer((event: $0, origin: self.effectOrigin)) }
            return Connection(
                acceptClosure: { started in started.origin.perform { connection.accept(started.effect) } },
                disposeClosure: connection.dispose)
        }
        return Mobius.loop(
            update: { model, sent in sent.origin.perform { update(model, sent.event) } },
            effectHandler: effectHandler)
    }

    /// An event that no effect sent: from a person, or from a name of the app's own.
    func sent(_ event: Action, from origin: Origin = .user) -> Sent { (event: event, origin: self.origin(origin)) }

    /// A view, or an event source that receives the model.
    func sent<Source: Connectable>(by source: Source, from origin: Origin = .user) -> AnyConnectable<Source.Input, Sent>
    where Source.Output == Action {
        AnyConnectable { consumer in source.connect { consumer(self.sent($0, from: origin)) } }
    }

    /// An event source that does not receive the model.
    func sent<Source: EventSource>(by source: Source, from origin: Origin = .user) -> AnyEventSource<Sent>
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

struct MobiusAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test func theRecordingReplaysToTheModelOfTheLoopAndKnowsTheCausesOfWhatEffectsSendAtOnce() throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: RecordedLoop(), in: folder)
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
        // end
        let loop = builder.start(from: Counter())
        loop.dispatchEvent(recorder.sent(.add(by: 3)))
        // The loop does not process its queue in order: one effect's event, and the effect of that, come before the other.
        loop.dispatchEvent(recorder.sent(.fetch))
        loop.dispatchEvent(recorder.sent(.add(by: 3)))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":3}}"#, #"2 user {"fetch":{}}"#, #"3 effect ← 2 {"add":{"by":3}}"#,
                #"4 effect ← 2 {"add":{"by":7}}"#, #"5 effect ← 4 {"add":{"by":1}}"#, #"6 user {"add":{"by":3}}"#,
            ])
        #expect(loop.latestModel == Counter(count: 17))
        try run.expectReplay(of: RecordedLoop(), steps: 6, to: loop.latestModel)
    }

    /// As a `MobiusController` does, which drops what waits when it stops.
    @Test func anEventThatWaitsOnAnotherQueueIsTakenForNoOther() throws {
        let recorder = Recorder(program: RecordedLoop(), in: .file(run.path))
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
        // An effect's event waits, and a person's equal one behind it.
        loop.dispatchEvent(recorder.sent(.slow))
        loopQueue.sync {
            queue.sync {}
            loop.dispatchEvent(recorder.sent(.add(by: 5)))
        }
        // The other way round.
        queue.suspend()
        loop.dispatchEvent(recorder.sent(.slow))
        loopQueue.sync {
            loop.dispatchEvent(recorder.sent(.add(by: 5)))
            queue.resume()
            queue.sync {}
        }
        // An effect's event is dropped.
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

    /// On the main actor, as in an app: the loop and its sources run on other queues.
    @Test @MainActor func whatEventSourcesSendSaysTheirName() throws {
        let recorder = Recorder(program: RecordedLoop(), in: .file(run.path))
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
    @Test func timeTravelAndSetsWork() throws {
        let recorder = Recorder(program: RecordedLoop(), in: .file(run.path))
        let update = recorder.recording(update, newState: \.model, showing: { .next($0) })
        let handler = AnyConnectable<Effect, Event> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
        nonisolated(unsafe) let loop = Mobius.loop(update: update, effectHandler: handler).start(from: Counter())
        let attached = recorder.attach(inert: .add(by: 0)) { loop.dispatchEvent($0) }
        for number in 1...3 { loop.dispatchEvent(.add(by: number)) }
        let traveler = TimeTraveler(attached, program: RecordedLoop(), recorder: recorder)
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
