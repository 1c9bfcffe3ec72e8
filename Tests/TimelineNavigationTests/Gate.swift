import Synchronization

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
