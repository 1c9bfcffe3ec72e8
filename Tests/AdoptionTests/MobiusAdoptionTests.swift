import Dispatch
import MobiusCore
import Testing
import class TimelineKit.Recorder
import protocol TimelineKit.Program
import struct TimelineKit.EffectOrigin

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
    typealias Started<Effect> = (effect: Effect, origin: EffectOrigin<Action>)

    /// A loop whose effects know the step that started them.
    func loop<Effect, Handler: Connectable>(
        update: @escaping (State, Action) -> Next<State, Effect>, effectHandler: Handler
    ) -> Mobius.Builder<State, Action, Started<Effect>> where Handler.Input == Effect, Handler.Output == Action {
        let update = recording(update, newState: \.model) { next, origin -> Next<State, Started<Effect>> in
            let effects = next.effects.map { (effect: $0, origin: origin) }
            return next.model.map { .next($0, effects: effects) } ?? .dispatchEffects(effects)
        }
        let effectHandler = AnyConnectable<Started<Effect>, Action> { consumer in
            let connection = effectHandler.connect { consumer(self.effectOrigin.tag($0)) }
            return Connection(
                acceptClosure: { started in started.origin.perform { connection.accept(started.effect) } },
                disposeClosure: connection.dispose)
        }
        return Mobius.loop(update: update, effectHandler: effectHandler)
    }
}
// end

private let queue = DispatchQueue(label: "effects")
private let loopQueue = DispatchQueue(label: "loop")

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
        loop.dispatchEvent(.add(by: 3))
        // The loop takes what waits in an order of its own: one effect's event, and that one's effect, before the other.
        loop.dispatchEvent(.fetch)
        loop.dispatchEvent(.add(by: 3))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":3}}"#, #"2 user {"fetch":{}}"#, #"3 effect ← 2 {"add":{"by":3}}"#,
                #"4 effect ← 2 {"add":{"by":7}}"#, #"5 effect ← 4 {"add":{"by":1}}"#, #"6 user {"add":{"by":3}}"#,
            ])
        #expect(loop.latestModel == Counter(count: 17))
        try run.expectReplay(of: RecordedLoop(), steps: 6, to: loop.latestModel)
    }

    /// As a `MobiusController` does.
    @Test func anEventThatMovesToAnotherQueueIsKnownAgain() throws {
        let recorder = try Recorder(for: RecordedLoop(), to: run.path)
        let builder = recorder.loop(update: update, effectHandler: effectHandler)
            .withEventConsumerTransformer { consumer in
                nonisolated(unsafe) let consumer = consumer
                return { event in loopQueue.async { consumer(event) } }
            }
        nonisolated(unsafe) let loop = loopQueue.sync { builder.start(from: Counter()) }
        loop.dispatchEvent(.slow)
        loopQueue.sync {}
        queue.sync {}
        loop.dispatchEvent(.add(by: 3))
        loopQueue.sync {}
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"slow":{}}"#, #"2 effect {"add":{"by":5}}"#, #"3 user {"add":{"by":3}}"#,
            ])
    }
}
