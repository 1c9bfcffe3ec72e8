/// A JSON text while values are encoded to it. Each value has a frame, the innermost last. A container that is written to after its
/// parent continued moves to a writer of its own, whose text is inserted when the parent closes. For one thread at a time.
final class JSONWriter {
    struct Frame {
        enum Kind { case nothing, object, array, single }

        var id: Int
        var start: Int
        var members: Int
        var count = 0
        var kind = Kind.nothing
        var isSorted = true
        var elementsPerEntry: UInt8 = 0
        var needed = MemberTree.all
        /// The number of what is hidden in it; see `parts`.
        var hiding: UInt32 = 0
    }

    struct Member {
        /// The key begins with the quote.
        var start: Int
        /// In bytes, with quotes and escapes.
        var keyLength: Int
        /// Of the key; see `ByteWord.prefix`.
        var prefix: UInt64
        var keyIsEscaped: Bool
        /// It may be opened again.
        var isNested: Bool
    }

    struct Splice {
        var offset: Int
        var writer: JSONWriter
    }

    private static let pool = CoderPool<JSONWriter>()

    /// The line around the value is one more level.
    static let depthLimit = JSONParser.depthLimit - 1

    @exclusivity(unchecked) private(set) var parentPath: [any CodingKey] = []

    @exclusivity(unchecked) var buffer = JSONBuffer()
    @inline(__always) var count: Int { buffer.count }

    @exclusivity(unchecked) var frames: UnsafeMutablePointer<Frame>
    @exclusivity(unchecked) var frameCount = 0
    @exclusivity(unchecked) private var frameCapacity = 8

    @exclusivity(unchecked) var members: UnsafeMutablePointer<Member>
    @exclusivity(unchecked) var memberCount = 0
    @exclusivity(unchecked) private var memberCapacity = 16

    @exclusivity(unchecked) var splices: [Splice] = []
    /// By the ids of frames that were moved: their writer, and the number to subtract from their index.
    @exclusivity(unchecked) var moved: [Int: (writer: JSONWriter, by: Int)] = [:]
    @exclusivity(unchecked) private var order: UnsafeMutablePointer<Int>
    @exclusivity(unchecked) private var orderCapacity = 16
    static let fewMembers = 24
    @exclusivity(unchecked) var nextID = 0
    @exclusivity(unchecked) var depth = 0
    /// Of a call that cannot throw.
    @exclusivity(unchecked) private(set) var failure: (any Error)?
    /// Whether there is a failure, or a frame may hide something.
    @exclusivity(unchecked) var isSlow = false
    /// The coding path of the last error that has none.
    @exclusivity(unchecked) var failurePath: [any CodingKey]?
    /// For types that were found to need a container, the elements per entry if it is `HashOrdered`, otherwise 0.
    let knownTypes = TypeTable<Int>()
    let keyedContainers = TypeTable<AnyObject>()
    @exclusivity(unchecked) var lastType = ObjectIdentifier(JSONWriter.self)
    @exclusivity(unchecked) private(set) var hidingRules: HidingRules?
    /// What is hidden in the frames so far. In the first, nothing is.
    @exclusivity(unchecked) var parts = [HiddenPart()]
    @exclusivity(unchecked) private(set) var neededMembers: MemberTree?
    @exclusivity(unchecked) private(set) var knownTexts: (any KnownTexts)?

    private init() {
        frames = .allocate(capacity: frameCapacity)
        members = .allocate(capacity: memberCapacity)
        order = .allocate(capacity: orderCapacity)
    }

    convenience init(movedFrom other: JSONWriter, parentPath: [any CodingKey]) {
        self.init()
        hidingRules = other.hidingRules
        parts = other.parts
        isSlow = hidingRules != nil
        neededMembers = other.neededMembers
        depth = other.depth
        nextID = other.nextID
        self.parentPath = parentPath
    }

    deinit {
        frames.deallocate()
        members.deallocate()
        order.deallocate()
    }

    static func withText<Result>(
        of value: some Encodable, hiding rules: HidingRules?, only neededMembers: MemberTree?,
        known texts: (any KnownTexts)?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(JSONCodingError) -> Result {
        var writer = pool.take() ?? JSONWriter()
        if let rules {
            writer.hidingRules = rules
            writer.isSlow = !rules.patterns.isEmpty
        }
        if let neededMembers { writer.neededMembers = neededMembers }
        if let texts { writer.knownTexts = texts }
        defer {
            writer.close()
            // A run of large states needs the memory again.
            let limit = texts == nil ? 1 << 18 : 1 << 24
            if isKnownUniquelyReferenced(&writer), writer.buffer.capacity <= limit { pool.put(writer) }
        }
        do { try writer.encodeRoot(value) } catch { throw JSONCodingError(error, at: writer.failurePath) }
        return body(writer.buffer.bytes)
    }

    /// A container or an encoder that outlives the call cannot write then.
    private func close() {
        if !moved.isEmpty {
            for (writer, _) in moved.values { writer.close() }
            splices = []
            moved = [:]
        }
        buffer.count = 0
        frameCount = 0
        memberCount = 0
        depth = 0
        if isSlow { (isSlow, failure) = (false, nil) }
        if failurePath != nil { failurePath = nil }
        if hidingRules != nil { hidingRules = nil }
        if parts.count > 1 { parts.removeLast(parts.count - 1) }
        if neededMembers != nil { neededMembers = nil }
        if let texts = knownTexts {
            texts.endRoot()
            knownTexts = nil
        }
    }

    func fail(_ error: any Error) {
        if failure == nil { failure = error }
        isSlow = true
    }

    // MARK: - Memory

    @inline(__always) func append(_ member: Member) {
        if memberCount == memberCapacity { members = Self.doubled(members, &memberCapacity) }
        (members + memberCount).initialize(to: member)
        memberCount &+= 1
    }

    @inline(__always) func append(_ frame: Frame) {
        if frameCount == frameCapacity { frames = Self.doubled(frames, &frameCapacity) }
        (frames + frameCount).initialize(to: frame)
        frameCount &+= 1
    }

    @inline(__always) func order(from first: Int) -> UnsafeMutableBufferPointer<Int> {
        let length = memberCount &- first
        if length > orderCapacity {
            order.deallocate()
            orderCapacity = 2 * length
            order = .allocate(capacity: orderCapacity)
        }
        for index in 0..<length { (order + index).initialize(to: first &+ index) }
        return UnsafeMutableBufferPointer(start: order, count: length)
    }

    @inline(never) private static func doubled<Element>(
        _ elements: UnsafeMutablePointer<Element>, _ capacity: inout Int
    ) -> UnsafeMutablePointer<Element> {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
        larger.moveInitialize(from: elements, count: capacity)
        elements.deallocate()
        capacity *= 2
        return larger
    }
}
