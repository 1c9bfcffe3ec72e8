internal import TimelineKit
internal import TimelineReplay

/// The JSON Schema (draft 2020-12) of the actions in recordings. Types of values are learned; then the program decodes examples, as they
/// are and without each of their members, which tells whether one may be absent.
struct ActionSchema {
    private struct ActionType {
        var shape = Shape()
        var examples: [JSON] = []
    }

    private var types: [String: ActionType] = [:]
    private let name: String
    private let decodes: (JSON) -> Bool

    private static let (exampleCount, exampleBytes) = (3, 500)

    init<P: Program>(_ program: P) {
        name = program.name
        decodes = { (try? JSONCoding.decode(P.Action.self, from: JSONText($0))) != nil }
    }

    /// - Parameter part: Only types whose name has it.
    mutating func add(_ journal: Journal, _ program: some Program, types part: String?) throws {
        let migrations = MigrationPath(for: program, from: journal.header.version)
        var lines = journal.lines()
        while let line = try lines.next() {
            guard case .step(let step) = line.content, case .action(let recorded) = step.change else { continue }
            let text = migrations?.action(recorded) ?? recorded
            let type = text.actionType
            if part.map(type.contains) ?? true { add(text.value, of: type) }
        }
    }

    private mutating func add(_ action: JSON, of name: String) {
        var type = types[name] ?? ActionType()
        type.shape.add(action)
        if type.examples.count < Self.exampleCount, !type.examples.contains(action),
            type.examples.isEmpty || action.text.count <= Self.exampleBytes, decodes(action)
        {
            type.examples.append(action)
            type.shape.findOptional(in: action, decodes)
        }
        types[name] = type
    }

    /// With a line for each type, its examples first.
    var text: String {
        let head: JSON = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": .string("urn:timeline:actions:\(name)"),
            "title": .string("The actions of \(name)"),
            "description":
                "Learned from recorded actions. The program decodes each example; of a deprecated type, it decoded none.",
        ]
        let lines = types.sorted { $0.key < $1.key }.map { name, type in
            var schema = JSONObject([.init(key: "title", value: .string(name))])
            if type.examples.isEmpty { schema["deprecated"] = true } else { schema["examples"] = .array(type.examples) }
            schema["description"] = .string(Layout.count(type.shape.count, "action"))
            return "    \(JSON.object(JSONObject(schema.members + type.shape.schema.members)))"
        }
        return head.prettyText.dropLast(2) + ",\n  \"anyOf\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}"
    }

    private struct Shape {
        private(set) var count = 0
        private var types: Set<String> = []
        private var objects = 0
        private var members: [String: Shape] = [:]
        /// Of an array; none or one.
        private var element: [Shape] = []
        private var isOptional = false

        /// An object with more members has a key for each item.
        private static let memberLimit = 50

        mutating func add(_ value: JSON) {
            count += 1
            switch value {
            case .null: types.insert("null")
            case .bool: types.insert("boolean")
            case .number: types.insert(value.int == nil ? "number" : "integer")
            case .string: types.insert("string")
            case .array(let elements):
                types.insert("array")
                if element.isEmpty, !elements.isEmpty { element = [Shape()] }
                for value in elements { element[0].add(value) }
            case .object(let object):
                types.insert("object")
                objects += 1
                for member in object.members where members.count <= Self.memberLimit {
                    members[member.key, default: Shape()].add(member.value)
                }
            }
        }

        mutating func findOptional(in value: JSON, _ decodes: (JSON) -> Bool) {
            if let elements = value.array, let first = elements.first {
                element[0].findOptional(in: first) { decodes(.array([$0] + elements.dropFirst())) }
            }
            guard let object = value.object else { return }
            func with(_ value: JSON?, _ key: String) -> JSON {
                var changed = object
                changed[key] = value
                return .object(changed)
            }
            for member in object.members where members[member.key] != nil {
                if decodes(with(nil, member.key)) { members[member.key]?.isOptional = true }
                members[member.key]?.findOptional(in: member.value) { decodes(with($0, member.key)) }
            }
        }

        var schema: JSONObject {
            var schema = JSONObject()
            let names = types.filter { $0 != "integer" || !types.contains("number") }.sorted().map { JSON.string($0) }
            schema["type"] = names.count == 1 ? names[0] : .array(names)
            if let element = element.first { schema["items"] = .object(element.schema) }
            if members.isEmpty || members.count > Self.memberLimit { return schema }
            let sorted = members.sorted { $0.key < $1.key }
            schema["properties"] = .object(JSONObject(sorted.map { .init(key: $0, value: .object($1.schema)) }))
            let required = sorted.filter { $1.count == objects && !$1.isOptional }.map { JSON.string($0.key) }
            schema["required"] = required.isEmpty ? nil : .array(required)
            return schema
        }
    }
}
