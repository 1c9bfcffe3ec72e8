/// The normalized path (RFC 9535, section 2.7) of an existing value. Unlike in a `JSONPointer`, an index is no name.
package struct JSONLocation: Sendable, Equatable, CustomStringConvertible {
    package enum Component: Sendable {
        case name(String)
        case index(Int)
    }

    /// Shared by locations below, which saves memory.
    private final class Link: Sendable {
        let parent: Link?
        let step: Component

        init(parent: Link?, step: Component) { (self.parent, self.step) = (parent, step) }
    }

    private let last: Link?

    package init(_ steps: [Component] = []) { last = steps.reduce(nil) { Link(parent: $0, step: $1) } }

    private init(last: Link) { self.last = last }

    package func appending(_ step: Component) -> JSONLocation { JSONLocation(last: Link(parent: last, step: step)) }

    package var steps: [Component] {
        var steps: [Component] = []
        var link = last
        while let here = link {
            steps.append(here.step)
            link = here.parent
        }
        return steps.reversed()
    }

    package static func == (one: JSONLocation, other: JSONLocation) -> Bool {
        var (one, other) = (one.last, other.last)
        while one !== other {
            guard let step = one?.step, step == other?.step else { return false }
            (one, other) = (one?.parent, other?.parent)
        }
        return true
    }

    /// The normalized path: `$['comments'][2]['text']`.
    package var description: String {
        steps.reduce("$") { path, step in
            switch step {
            case .name(let name): "\(path)[\(name.quotedName)]"
            case .index(let index): "\(path)[\(index)]"
            }
        }
    }

    /// The shortest path, for messages: `$.comments[2].text`. It is a JSONPath, too.
    package var pathDescription: String {
        steps.reduce("$") { path, step in
            switch step {
            case .name(let name): path + name.pathSegment
            case .index(let index): "\(path)[\(index)]"
            }
        }
    }

    package var pointer: JSONPointer {
        JSONPointer(steps.map(\.token))
    }
}

extension JSONLocation.Component: Equatable {
    package var token: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.name(let a), .name(let b)): a.isExactly(b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }
}
