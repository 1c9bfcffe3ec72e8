import Synchronization
import Testing
import TimelineKit

/// Lets other tasks of the main actor run until a condition is met.
@MainActor
func until(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async {
    for _ in 0..<1_000_000 where !condition() { await Task.yield() }
    #expect(condition(), sourceLocation: sourceLocation)
}

func expectJSON<Value: Codable & Equatable>(
    _ value: Value, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(String(decoding: try JSONCoding.encode(value).bytes, as: UTF8.self) == json, sourceLocation: sourceLocation)
    #expect(try JSONCoding.decode(Value.self, from: Array(json.utf8)) == value, sourceLocation: sourceLocation)
}

/// Holds tasks until it is opened. Ignores their cancellation.
final class Gate: Sendable {
    private let storage = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = storage.withLock { storage in
                if !storage.isOpen { storage.waiting.append(continuation) }
                return storage.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = storage.withLock { storage in
            storage.isOpen = true
            defer { storage.waiting = [] }
            return storage.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
