internal import TimelineKit

/// The texts of the collections of the state that was encoded last. The next state of the run has most of them in the same memory: they
/// are not encoded again. Each is kept until then, so that no other collection gets its memory. Their elements need value semantics,
/// as states do. For one thread at a time.
package final class SharedTexts: KnownTexts {
    private struct Key: Hashable {
        let storage: UnsafeRawPointer
        let count: Int
        let type: ObjectIdentifier
        /// Around other levels, it may not fit.
        let depth: Int

        init?<Value>(_ value: Value, depth: Int) {
            guard let value = value as? any CopiedOnWrite, let storage = value.storage else { return nil }
            (self.storage, count, type, self.depth) = (storage, value.count, ObjectIdentifier(Value.self), depth)
        }
    }

    private var last: [Key: (text: [UInt8], collection: Any)] = [:]
    private var current: [Key: (text: [UInt8], collection: Any)] = [:]

    package init() {}

    package func text<Value>(of value: Value, depth: Int) -> [UInt8]? {
        guard let key = Key(value, depth: depth), let known = current[key] ?? last[key] else { return nil }
        current[key] = known
        return known.text
    }

    package func add<Value>(_ text: UnsafeBufferPointer<UInt8>, of value: Value, depth: Int) {
        if text.count > 64, let key = Key(value, depth: depth) { current[key] = (Array(text), value) }
    }

    package func endRoot() { (last, current) = (current, [:]) }
}

private protocol CopiedOnWrite {
    var storage: UnsafeRawPointer? { get }
    var count: Int { get }
}

extension Array: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { withUnsafeBytes { $0.baseAddress } }
}

// A set and a dictionary are a reference to their memory.
extension Set: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer?.self) }
}

extension Dictionary: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer?.self) }
}
