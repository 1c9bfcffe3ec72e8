// What the public interface of the library has of Combine, which Linux lacks.

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
    func receive(_ input: Input) -> Subscribers.Demand
}

public enum Subscribers { public struct Demand {} }

extension Publisher {
    public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
        AnyPublisher { receive in self.receive(subscriber: Sink { receive(transform($0)) }) }
    }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
    let start: (@escaping (Output) -> Void) -> Void
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
        start { _ = subscriber.receive($0) }
    }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher, @unchecked Sendable {
    private var receivers: [(Output) -> Void] = []
    public init() {}
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
        receivers.append { _ = subscriber.receive($0) }
    }
    public func send(_ input: Output) { receivers.forEach { $0(input) } }
}

struct Sink<Input, Failure: Error>: Subscriber {
    let receiveValue: (Input) -> Void
    func receive(_ input: Input) -> Subscribers.Demand {
        receiveValue(input)
        return Subscribers.Demand()
    }
}
