import MobiusCore
import class TimelineKit.Recorder
import struct TimelineKit.EffectOrigin

// sample: RecordingAnyStore#Mobius.swift:2

extension LoopCore {
    @MainActor static func start(path: String) throws {
        let effectHandler = AnyConnectable<Effect, Event> { consumer in
            Connection(acceptClosure: { _ in consumer(.add(by: 1)) }, disposeClosure: {})
        }
        // sample: RecordingAnyStore#Mobius.swift:1
        builder.start(from: Counter()).dispatchEvent(.add(by: 1))
    }
}
