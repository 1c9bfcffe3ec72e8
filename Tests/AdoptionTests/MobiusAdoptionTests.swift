import Dispatch
import MobiusCore
import Testing
import class TimelineKit.Recorder
import protocol TimelineKit.Program
import struct TimelineKit.ActionOrigin
import struct TimelineKit.Origin

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
extension Recorder {
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

    /// An event that a person sent.
    func sent(_ event: Action) -> Sent { (event: event, origin: origin(.user)) }
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
        let path = run.path
        // snippet: store
        let recorder = try Recorder(for: RecordedLoop(), to: path)
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
        // end
        let loop = builder.start(from: Counter())
        loop.dispatchEvent(recorder.sent(.add(by: 3)))
        // The loop takes what waits in an order of its own: one effect's event, and that one's effect, before the other.
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
        let recorder = try Recorder(for: RecordedLoop(), to: run.path)
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
}
