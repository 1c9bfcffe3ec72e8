/// The bytes of one JSON text while it is written, and what is open in it.
///
/// The text grows at its end alone. Each value that is being encoded has a frame, the innermost last; each member of an
/// object that is open is noted, so that the members can be sorted when it is closed. A container that is written to
/// after its parent went on is the exception: it is moved to a writer of its own, whose text is put in its place when the
/// parent is closed.
///
/// Not for more than one thread at a time; each call of `JSONCoding.encode` has its own.
final class JSONWriter {
    /// A value that is being encoded.
    struct Frame {
        enum Kind { case nothing, object, array, single }

        /// Tells it from those that stood at the same depth before.
        var id: Int
        /// Where its text begins.
        var start: Int
        /// How many members were noted when it began.
        var members: Int
        /// How many members or elements it has.
        var count = 0
        var kind = Kind.nothing
        /// Whether each key comes after the one before it.
        var isSorted = true
        /// How many elements make one entry, where entries are sorted: those of sets and dictionaries. Otherwise 0.
        var elementsPerEntry: UInt8 = 0
        /// Which of its members are written, if it is an object.
        var needed = MemberTree.all
    }

    /// A member of an object that is open.
    struct Member {
        /// Where its key begins, with the quote.
        var start: Int
        /// How many bytes the key takes, quotes and escapes included.
        var keyLength: Int
        /// The first eight bytes of the key, without escapes, as a number that orders as they do.
        var prefix: UInt64
        var keyIsEscaped: Bool
        /// Whether its value is a container that was opened by itself, and so may be opened again.
        var isNested: Bool
    }

    /// A text that belongs into this one.
    struct Splice {
        var place: Int
        var writer: JSONWriter
    }

    /// Idle writers.
    static let pool = CoderPool<JSONWriter>()

    /// How deep arrays and objects may stand in each other. One level is left for the object of the line that a value stands in.
    static let depthLimit = JSONScanner.depthLimit - 1

    @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The way to the text, where it belongs into another.
    @exclusivity(unchecked) private(set) var parentPath: [any CodingKey] = []

    @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) private var capacity = 512

    @exclusivity(unchecked) var frames: UnsafeMutablePointer<Frame>
    @exclusivity(unchecked) var frameCount = 0
    @exclusivity(unchecked) private var frameCapacity = 8

    @exclusivity(unchecked) var members: UnsafeMutablePointer<Member>
    @exclusivity(unchecked) var memberCount = 0
    @exclusivity(unchecked) private var memberCapacity = 16

    /// Texts that belong into this one, by place.
    @exclusivity(unchecked) var splices: [Splice] = []
    var hasSplices: Bool { !splices.isEmpty }
    /// Frames that were moved to a writer of their own, by id, with how many frames less stand before them there.
    @exclusivity(unchecked) var moved: [Int: (writer: JSONWriter, by: Int)] = [:]
    /// Room to sort the members of one object in.
    @exclusivity(unchecked) private var order: UnsafeMutablePointer<Int>
    @exclusivity(unchecked) private var orderCapacity = 16
    @exclusivity(unchecked) var nextID = 0
    /// How many arrays and objects are open.
    @exclusivity(unchecked) var depth = 0
    /// What went wrong where nothing could be thrown.
    @exclusivity(unchecked) private(set) var failure: (any Error)?
    /// Where an error came from that does not say so itself.
    @exclusivity(unchecked) var failurePath: [any CodingKey]?
    /// The types that were found to be none of those that need no container.
    @exclusivity(unchecked) var forms = TypeForms()
    /// The last of them that is not `HashOrdered`.
    @exclusivity(unchecked) var lastType = ObjectIdentifier(JSONWriter.self)
    /// What the arrays of sets and dictionaries begin with, where that is asked for.
    @exclusivity(unchecked) private(set) var entriesMark: EntriesMark?

    /// The members that are written. All are, unless something else is asked for.
    @exclusivity(unchecked) private(set) var neededMembers: MemberTree?

    /// Boxes of containers that can be used again.
    @exclusivity(unchecked) private var shelf = ContainerShelf<JSONWriterSeat>()

    init() {
        base = .allocate(capacity: capacity)
        frames = .allocate(capacity: frameCapacity)
        members = .allocate(capacity: memberCapacity)
        order = .allocate(capacity: orderCapacity)
    }

    /// A writer for what was moved out of `other`.
    convenience init(movedFrom other: JSONWriter, parentPath: [any CodingKey]) {
        self.init()
        userInfo = other.userInfo
        entriesMark = other.entriesMark
        neededMembers = other.neededMembers
        depth = other.depth
        nextID = other.nextID
        self.parentPath = parentPath
    }

    deinit {
        base.deallocate()
        frames.deallocate()
        members.deallocate()
        order.deallocate()
        shelf.deallocate()
        forms.deallocate()
    }

    /// Runs `body` on a writer of its own.
    static func use<Result>(
        _ userInfo: [CodingUserInfoKey: any Sendable], entriesMark: EntriesMark? = nil,
        only neededMembers: MemberTree? = nil,
        _ body: (JSONWriter) throws(JSONCodingError) -> Result
    ) throws(JSONCodingError) -> Result {
        var writer = pool.take() ?? JSONWriter()
        if !userInfo.isEmpty { writer.userInfo = userInfo }
        if let entriesMark { writer.entriesMark = entriesMark }
        if let neededMembers { writer.neededMembers = neededMembers }
        defer {
            writer.close()
            if isKnownUniquelyReferenced(&writer), writer.capacity <= 1 << 16 { pool.keep(writer) }
        }
        return try body(writer)
    }

    /// Ends all that is open. Who kept a container or an encoder writes nowhere.
    private func close() {
        for (writer, _) in moved.values { writer.close() }
        shelf.settle { $0.owner = self }
        count = 0
        frameCount = 0
        memberCount = 0
        depth = 0
        if !moved.isEmpty {
            splices = []
            moved = [:]
        }
        if failure != nil { failure = nil }
        if failurePath != nil { failurePath = nil }
        if !userInfo.isEmpty { userInfo = [:] }
        if entriesMark != nil { entriesMark = nil }
        if neededMembers != nil { neededMembers = nil }
    }

    /// A keyed container at `place`.
    @inline(__always) func container<Key: CodingKey>(at place: JSONWriterPlace) -> KeyedEncodingContainer<Key> {
        if let (box, seat) = shelf.take(ObjectIdentifier(Key.self)) {
            seat.place = place
            return unsafeBitCast(box, to: KeyedEncodingContainer<Key>.self)
        }
        return newContainer(at: place)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(at place: JSONWriterPlace) -> KeyedEncodingContainer<Key> {
        let seat = JSONWriterSeat(place, owner: self)
        let container = KeyedEncodingContainer(JSONKeyedWriting<Key>(seat: seat))
        if ContainerBox.isOneReference,
            shelf.keep(unsafeBitCast(container, to: AnyObject.self), seat, ObjectIdentifier(Key.self))
        {
            seat.owner = nil
        }
        return container
    }

    /// Keeps what went wrong where nothing can be thrown; the first such failure counts.
    func fail(_ error: any Error) { if failure == nil { failure = error } }

    /// What is written so far.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    // MARK: - Room

    /// Makes room for `more` bytes at the end.
    @inline(__always) func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never) private func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    @inline(__always) func note(_ member: Member) {
        if memberCount == memberCapacity { members = Self.doubled(members, &memberCapacity) }
        (members + memberCount).initialize(to: member)
        memberCount &+= 1
    }

    @inline(__always) func append(_ frame: Frame) {
        if frameCount == frameCapacity { frames = Self.doubled(frames, &frameCapacity) }
        (frames + frameCount).initialize(to: frame)
        frameCount &+= 1
    }

    /// Room for the order of the members from `first` on, which is that of the text yet.
    @inline(__always) func order(from first: Int) -> UnsafeMutableBufferPointer<Int> {
        let length = memberCount &- first
        if length > orderCapacity {
            order.deallocate()
            orderCapacity = 2 * length
            order = .allocate(capacity: orderCapacity)
        }
        for place in 0..<length { (order + place).initialize(to: first &+ place) }
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
