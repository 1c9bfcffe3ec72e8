package import TimelineKit

extension JSONPatch {
    package enum Operation: Sendable, Equatable {
        /// Adds or replaces a member, or inserts an element before the index, or at the end for `-`.
        case add(path: JSONPointer, value: JSON)
        case remove(path: JSONPointer)
        case replace(path: JSONPointer, value: JSON)
        case move(from: JSONPointer, path: JSONPointer)
        case copy(from: JSONPointer, path: JSONPointer)
        case test(path: JSONPointer, value: JSON)
    }
}

extension JSONPatch.Operation {
    init(_ json: JSON) throws(JSONPatchError) {
        guard let object = json.object else {
            throw JSONPatchError("an operation is an object, found \(json.kind)")
        }
        guard let name = object["op"] else { throw JSONPatchError("the member \"op\" is missing") }
        let path = try Self.pointer("path", of: object)
        switch name.string {
        case "add": self = .add(path: path, value: try Self.value(of: object))
        case "remove": self = .remove(path: path)
        case "replace": self = .replace(path: path, value: try Self.value(of: object))
        case "move": self = .move(from: try Self.pointer("from", of: object), path: path)
        case "copy": self = .copy(from: try Self.pointer("from", of: object), path: path)
        case "test": self = .test(path: path, value: try Self.value(of: object))
        default:
            throw JSONPatchError("\"op\" is add, remove, replace, move, copy or test, found \(name)")
        }
    }

    private static func value(of object: JSONObject) throws(JSONPatchError) -> JSON {
        guard let value = object["value"] else { throw JSONPatchError("the member \"value\" is missing") }
        return value
    }

    private static func pointer(_ key: String, of object: JSONObject) throws(JSONPatchError) -> JSONPointer {
        guard let value = object[key] else { throw JSONPatchError("the member \"\(key)\" is missing") }
        guard let text = value.string else {
            throw JSONPatchError("\"\(key)\" is a JSON Pointer in quotes, found \(value.kind)")
        }
        do throws(JSONPointer.SyntaxError) { return try JSONPointer(parsing: text) } catch {
            throw JSONPatchError("\"\(key)\": \(error)")
        }
    }

    package var json: JSON {
        switch self {
        case .add(let path, let value): ["op": "add", "path": .string("\(path)"), "value": value]
        case .remove(let path): ["op": "remove", "path": .string("\(path)")]
        case .replace(let path, let value): ["op": "replace", "path": .string("\(path)"), "value": value]
        case .move(let from, let path): ["op": "move", "from": .string("\(from)"), "path": .string("\(path)")]
        case .copy(let from, let path): ["op": "copy", "from": .string("\(from)"), "path": .string("\(path)")]
        case .test(let path, let value): ["op": "test", "path": .string("\(path)"), "value": value]
        }
    }

    package var path: JSONPointer {
        switch self {
        case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path), .copy(_, let path),
            .test(let path, _):
            path
        }
    }
}
