import MobiusCore
import TimelineKit

// sample: Mobius#Overview:2

extension LoopCore {
    @MainActor static func start(folder: String) {
        let effectHandler = AnyConnectable<Effect, Event> { consumer in
            Connection(acceptClosure: { _ in consumer(.add(by: 1)) }, disposeClosure: {})
        }
        // sample: Mobius#Overview:1
        let loop = builder.start(from: Counter())
        let event = Event.add(by: 1)
        // sample: Mobius#Overview:3
        let view = AnyConnectable<Counter, Event> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
        let controller = builder.makeController(from: Counter())
        // sample: Mobius#Overview:4
        let clock = AnyEventSource<Event> { _ in Connection<Event>(acceptClosure: { _ in }, disposeClosure: {}) }
        // sample: Mobius#Overview:5
        ticking.start(from: Counter()).dispose()
    }
}
