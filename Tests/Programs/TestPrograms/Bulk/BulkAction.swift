/// An action of any length, from one of several threads.
public struct BulkAction: Codable, Equatable, Sendable {
    public var thread: Int
    /// Counts the actions of the thread, over all launches, from 1.
    public var number: Int
    /// Identifies the action.
    public var check: UInt64
    public var text: String

    public init(thread: Int, number: Int, text: String) {
        (self.thread, self.number, self.text) = (thread, number, text)
        check = Self.check(thread: thread, number: number, text: text)
    }

    /// FNV-1a over what identifies the action, how long its text is, and how that begins. That the rest is whole is the
    /// line's checksum to say.
    public static func check(thread: Int, number: Int, text: String) -> UInt64 {
        let count = text.utf8.count
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(thread) \(number) \(count) ".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in text.utf8.prefix(64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
