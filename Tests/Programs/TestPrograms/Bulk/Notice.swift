/// A progress message of the app: 32 bytes that are written to a pipe at once, so that a kill leaves none or all of them.
public struct Notice: Equatable, Sendable {
    /// In the order in which a launch goes.
    public enum Kind: UInt8, Comparable, Sendable {
        case started = 1
        /// A run was reported: `a` is the hash of its name, `b` its last step, `flags` are `reducedIsKnown` and so on.
        case report
        /// All were: `a` of them.
        case reports
        /// A sound copy was looked for: `flags` 0 none was needed, 1 it was made, 2 there is nothing to save.
        case repaired
        case sent
        /// `flags` is the source, `a` the number of actions in the state, `b` its digest.
        case restored
        /// The recorder is made.
        case recording
        /// The restored state is about to be put in; and was.
        case setting
        case set
        case launched
        /// The reducer is called with action `number` of `thread`, whose check is `a`.
        case reducing
        /// The dispatch of it returned.
        case acknowledged
        /// A state is about to be saved, and was: `a` and `b` as for `restored`.
        case saving
        case saved
        case finishing
        case finished

        public static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    public static let reducedIsKnown: UInt8 = 1
    public static let isReduced: UInt8 = 2
    public static let hasBundle: UInt8 = 4
    public static let isReadable: UInt8 = 8

    /// Whether `flags` has this bit.
    public func says(_ flag: UInt8) -> Bool { flags & flag != 0 }

    public static let size = 32

    public var kind: Kind
    public var thread: UInt8
    public var flags: UInt8
    public var number: UInt32
    public var a: UInt64
    public var b: UInt64

    public init(_ kind: Kind, thread: Int = 0, flags: UInt8 = 0, number: Int = 0, a: UInt64 = 0, b: UInt64 = 0) {
        self.kind = kind
        self.thread = UInt8(thread)
        self.flags = flags
        self.number = UInt32(number)
        (self.a, self.b) = (a, b)
    }

    /// Nil if the bytes are not a notice.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.size, let kind = Kind(rawValue: bytes[0]) else { return nil }
        self.kind = kind
        thread = bytes[1]
        flags = bytes[2]
        number = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        a = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        b = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    }

    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes[0] = kind.rawValue
            bytes[1] = thread
            bytes[2] = flags
            bytes.storeBytes(of: number, toByteOffset: 4, as: UInt32.self)
            bytes.storeBytes(of: a, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: b, toByteOffset: 16, as: UInt64.self)
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// The hash of the name of a run.
    public static func id(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
