internal import TimelineJSON
internal import TimelineKit

/// Follows several plain paths at once, from a value to its members and elements: a nondeterministic automaton whose states are the
/// positions in all paths. A set of positions is the bits of a number.
struct PathPositions {
    typealias Positions = UInt64

    private enum Segment {
        /// The bytes of a name, by their place in `names`.
        case name(Range<Int>)
        case index(Int)
        case wildcard
        /// The path ends: the value is selected.
        case end(path: Int)
    }

    private var segments: [Segment] = []
    private var names: [UInt8] = []
    /// The positions that stay active below a value: those that a `..` leads to.
    private var lasting: Positions = 0
    private(set) var start: Positions = 0
    /// The positions at the end of a path.
    private(set) var ends: Positions = 0
    let pathCount: Int

    /// Returns nil if the paths are not plain, select names, or are too long for one number.
    init?(_ paths: HiddenPaths) {
        pathCount = paths.paths.count
        for (number, (path, hidesNames)) in paths.paths.enumerated() {
            guard !hidesNames, let plain = path.plainSegments else { return nil }
            start |= Self.bit(segments.count)
            for segment in plain {
                switch segment {
                case .name(let name):
                    let start = names.count
                    names += name.utf8
                    segments.append(.name(start..<names.count))
                case .index(let index): segments.append(.index(index))
                case .wildcard: segments.append(.wildcard)
                case .descent: lasting |= Self.bit(segments.count)
                }
            }
            ends |= Self.bit(segments.count)
            segments.append(.end(path: number))
        }
        guard segments.count <= Positions.bitWidth else { return nil }
    }

    /// The positions at the member with a name.
    func after(_ positions: Positions, _ name: UnsafeBufferPointer<UInt8>) -> Positions {
        next(positions) { segment in
            switch segment {
            case .name(let wanted):
                wanted.count == name.count && wanted.indices.allSatisfy { names[$0] == name[$0 - wanted.lowerBound] }
            case .wildcard: true
            case .index, .end: false
            }
        }
    }

    /// The positions at the element with an index.
    func after(_ positions: Positions, _ index: Int) -> Positions {
        next(positions) { segment in
            switch segment {
            case .index(let wanted): wanted == index
            case .wildcard: true
            case .name, .end: false
            }
        }
    }

    /// The paths that end at some of these positions.
    func paths(at positions: Positions) -> [Int] {
        var paths: [Int] = []
        var rest = positions & ends
        while rest != 0 {
            if case .end(let path) = segments[rest.trailingZeroBitCount] { paths.append(path) }
            rest &= rest &- 1
        }
        return paths
    }

    @inline(__always) private func next(_ positions: Positions, _ matches: (Segment) -> Bool) -> Positions {
        var next = positions & lasting
        var rest = positions & ~ends
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            if matches(segments[place]) { next |= Self.bit(place + 1) }
            rest &= rest &- 1
        }
        return next
    }

    /// No bit if there are too many positions; then no automaton is made.
    private static func bit(_ place: Int) -> Positions { 1 << Positions(place) }
}
