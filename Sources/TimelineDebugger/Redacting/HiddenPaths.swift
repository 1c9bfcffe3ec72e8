internal import TimelineKit
internal import TimelineReplay

/// The paths of values to hide, as `Redaction` describes them, but with all of JSONPath. They are evaluated before anything is replaced.
package struct HiddenPaths: Sendable {
    package let texts: [String]

    /// The expressions that a header may show: those without a filter, which may hold a value.
    package var publicTexts: [String] { texts.filter { !$0.contains("?") } }

    let paths: [(path: JSONPath, names: Bool)]

    package init(_ texts: [String]) throws(HiddenPathsError) {
        self.texts = texts
        paths = try texts.map { (text) throws(HiddenPathsError) in
            let hidesNames = text.utf8.last == UInt8(ascii: "~")
            do throws(JSONPathError) {
                return (try JSONPath(parsing: hidesNames ? String(text.dropLast()) : text), hidesNames)
            } catch {
                throw HiddenPathsError(path: text, reason: error.description)
            }
        }
    }

    package var isEmpty: Bool { paths.isEmpty }
}

package struct HiddenPathsError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
