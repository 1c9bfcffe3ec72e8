public import Dispatch

// The public interface of OpenCombine, as far as the other peers use it.

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func eraseToAnyPublisher() -> AnyPublisher<Output, Failure>
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
    let subscribe: (@escaping (Output) -> Void) -> Void

    public func eraseToAnyPublisher() -> AnyPublisher { self }
}

public final class AnyCancellable {
    private let onCancel: () -> Void

    public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

    public func cancel() { onCancel() }

    deinit { onCancel() }
}

extension Publisher {
    public func map<T>(_ transform: @escaping (Output) -> T) -> some Publisher<T, Failure> {
        AnyPublisher { receive in eraseToAnyPublisher().subscribe { receive(transform($0)) } }
    }

    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> some Publisher<T, Failure> {
        AnyPublisher { receive in eraseToAnyPublisher().subscribe { if let value = transform($0) { receive(value) } } }
    }

    public func receive(on queue: DispatchQueue) -> some Publisher<Output, Failure> {
        AnyPublisher { receive in
            nonisolated(unsafe) let receive = receive
            eraseToAnyPublisher().subscribe { output in
                nonisolated(unsafe) let output = output
                queue.async { receive(output) }
            }
        }
    }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        var receive: ((Output) -> Void)? = receiveValue
        eraseToAnyPublisher().subscribe { receive?($0) }
        return AnyCancellable { receive = nil }
    }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private var subscribers: [(Output) -> Void] = []

    public init() {}

    public func send(_ input: Output) { subscribers.forEach { $0(input) } }

    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher { self.subscribers.append($0) }
    }
}
