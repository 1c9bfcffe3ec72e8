internal import TimelineKit

/// The JSON Schema of a line of a timeline, or of what a command prints with `--json`.
///
/// Lines of a file are open, because readers skip what they do not know. Answers are open, too: a later version may add members. Tests
/// close them, so that each member that this version prints is described.
struct PrintedSchema: Sendable {
    /// nil for a line of a timeline.
    let command: String?
    /// A line with the title, one with the description, then in `SchemaNotation` the type and definitions that are not shared.
    private let body: String

    init(_ command: String?, _ body: String) { (self.command, self.body) = (command, body) }

    /// In the order of the help.
    static let all = [
        line, info, log, state, diff, replay, bisect, blame, when, verify, minimize, test, bundle, explore, triage,
        send, watch, repair, redact,
    ]

    /// A URN, because the project has no web address of its own.
    var id: String { "urn:timeline:schema:\(command ?? "line")" }

    /// The schema, with all definitions that it refers to.
    var document: JSON {
        let parts = body.split(separator: "\n", maxSplits: 2)
        var notation = SchemaNotation(parts[2])
        var document = JSONObject()
        document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        document["$id"] = .string(id)
        document["title"] = .string(String(parts[0]))
        document["description"] = .string(String(parts[1]))
        for member in notation.type().members { document[member.key] = member.value }
        var definitions = notation.definitions()
        var pending = Self.references(in: .object(JSONObject(document.members + definitions.members)))
        while let name = pending.popLast() {
            guard definitions[name] == nil else { continue }
            guard let definition = Self.shared[name] else { preconditionFailure("no schema defines \(name)") }
            definitions[name] = definition
            pending += Self.references(in: definition)
        }
        document["$defs"] = definitions.isEmpty ? nil : .object(definitions)
        return .object(document)
    }

    private static let shared: JSONObject = {
        var notation = SchemaNotation("\(lines)\n\(answers)")
        return notation.definitions()
    }()

    static let prefix = "#/$defs/"

    private static func references(in schema: JSON) -> [String] {
        if let elements = schema.array { return elements.flatMap(references) }
        return (schema.object?.members ?? []).flatMap { member in
            guard member.key == "$ref", let target = member.value.string else { return references(in: member.value) }
            return target.hasPrefix(prefix) ? [String(target.dropFirst(prefix.count))] : []
        }
    }
}
