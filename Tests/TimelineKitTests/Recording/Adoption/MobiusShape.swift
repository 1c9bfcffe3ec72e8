/// A loop of the shape of Mobius's: an update returns the next model, or none where it stays, and effects.
enum MobiusShape {
    struct Next<Model, Effect> {
        let model: Model?
        let effects: [Effect]

        static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }
        static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
        static var noChange: Next { Next(model: nil, effects: []) }
    }

    enum Mobius {
        static func loop<Model, Event, Effect>(
            update: @escaping (Model, Event) -> Next<Model, Effect>,
            effectHandler: @escaping (Effect) -> Event?
        ) -> Builder<Model, Event, Effect> {
            Builder(update: update, effectHandler: effectHandler)
        }

        struct Builder<Model, Event, Effect> {
            let update: (Model, Event) -> Next<Model, Effect>
            let effectHandler: (Effect) -> Event?

            func start(from model: Model) -> Loop<Model, Event, Effect> { Loop(latestModel: model, builder: self) }
        }
    }

    final class Loop<Model, Event, Effect> {
        private(set) var latestModel: Model
        private let builder: Mobius.Builder<Model, Event, Effect>

        init(latestModel: Model, builder: Mobius.Builder<Model, Event, Effect>) {
            self.latestModel = latestModel
            self.builder = builder
        }

        func dispatchEvent(_ event: Event) {
            let next = builder.update(latestModel, event)
            if let model = next.model { latestModel = model }
            next.effects.compactMap(builder.effectHandler).forEach(dispatchEvent)
        }
    }
}
