/// The normalized path (RFC 9535, section 2.7) of an existing value. Unlike in a JSON Pointer, an index is no name.
package struct JSONLocation: Sendable, Equatable, CustomStringConvertible {
    package enum Component: Sendable {
        case name(String)
        case index(Int)
    }

    package let steps: [Component]

    package init(_ steps: [Component] = []) { self.steps = steps }

    package func appending(_ step: Component) -> JSONLocation { JSONLocation(steps + [step]) }

    /// The normalized path: `$['comments'][2]['text']`.
    package var description: String { path { "[\($0.quotedName)]" } }

    /// The shortest path, for messages: `$.comments[2].text`. It is a JSONPath, too.
    package var pathDescription: String { path(\.pathSegment) }

    private func path(_ segment: (String) -> String) -> String {
        steps.reduce("$") { path, step in
            switch step {
            case .name(let name): path + segment(name)
            case .index(let index): "\(path)[\(index)]"
            }
        }
    }

    /// Digits without a leading zero (RFC 6901, section 4). `-` is no index.
    package static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(token)
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
