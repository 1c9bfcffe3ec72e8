/// A path of values to hide that an encoder follows while it writes: JSONPath (RFC 9535) without filters, slices and indices from the
/// end. Followed by `~`, it hides the names of the members there instead.
package struct HidingPattern: Sendable {
    enum Selector: PathSelector {
        case name(String)
        case index(Int)
        case wildcard

        func selects(name: String) -> Bool {
            switch self {
            case .name(let own): own.isExactly(name)
            case .index: false
            case .wildcard: true
            }
        }

        /// - Parameter index: Nil for an element of a set or dictionary, which has no place of its own: any index selects it.
        func selects(index: Int?) -> Bool {
            switch self {
            case .name: false
            case .index(let own): index == nil || own == index
            case .wildcard: true
            }
        }
    }

    package let text: String
    let segments: [PathSegment<Selector>]
    let hidesNames: Bool

    package init(parsing text: String) throws(HidingPatternError) {
        self.text = text
        hidesNames = text.unicodeScalars.last == "~"
        var parser = HidingPatternParser(text.unicodeScalars.dropLast(hidesNames ? 1 : 0))
        do throws(JSONPathError) { segments = try parser.segments() } catch {
            throw HidingPatternError(path: text, reason: error.description)
        }
    }
}

package struct HidingPatternError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
