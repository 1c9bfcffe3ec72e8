internal import TimelineKit

/// A command of the tool as an agent calls it.
struct AgentTool: Sendable {
    struct Parameter: Sendable {
        enum Kind: String {
            case text = "string"
            case flag = "boolean"
            /// Each is an argument.
            case values = "array"
        }

        let name: String
        let help: String
        var kind = Kind.text
        var isRequired = false
        /// nil for an argument without an option.
        var option: String?
        /// The argument if none is given.
        var standard: String?

        var schema: JSON {
            .members([
                "type": .string(kind.rawValue), "description": .string(help), "items": kind == .values ? [:] : nil,
            ])
        }
    }

    let name: String
    /// Where the command has another name.
    var command: [String]?
    let title: String
    let help: String
    let parameters: [Parameter]
    var isReadOnly = true
    /// Whether the command replays, and so has the option `--program`.
    var replays = true
    /// What to ask next, after an answer without an error.
    let next: String

    /// As `tools/list` gives it.
    var description: JSON {
        var properties = JSONObject()
        for parameter in parameters { properties[parameter.name] = parameter.schema }
        let required = parameters.filter(\.isRequired).map { JSON.string($0.name) }
        return [
            "name": .string(name), "title": .string(title), "description": .string(help),
            "inputSchema": [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(!isReadOnly), "openWorldHint": false,
            ],
        ]
    }

    /// The arguments of the command for those of a call.
    ///
    /// - Parameter resolved: Returns the path of a timeline, or throws if the agent may not read it.
    func command(
        for arguments: JSONObject, resolved: (String) throws(ToolError) -> String
    ) throws(ToolError) -> [String] {
        if let unknown = arguments.members.first(where: { member in !parameters.contains { $0.name == member.key } }) {
            let names = parameters.map(\.name).joined(separator: ", ")
            throw ToolError(.usage, "\(name) has no argument \"\(unknown.key)\". Its arguments are \(names).")
        }
        var command = self.command ?? [name]
        var options: [String] = []
        for parameter in parameters {
            switch (parameter.kind, arguments[parameter.name]) {
            case (_, .null?), (_, nil):
                if parameter.isRequired { throw ToolError(.usage, "\(name) needs the argument \"\(parameter.name)\"") }
                if let standard = parameter.standard { command.append(standard) }
            // Agents write positions as numbers.
            case (.text, let given?) where given.string != nil || given.number != nil && parameter.name != "file":
                let text = given.string ?? given.description
                // The system would cut it there.
                if text.utf8.contains(0) {
                    throw ToolError(.usage, "\(parameter.name): found the character U+0000, which no argument can hold")
                }
                let value = parameter.name == "file" ? try resolved(text) : text
                if let option = parameter.option {
                    options.append("\(option)=\(value)")
                } else if value.hasPrefix("-"), Int(value) == nil {
                    throw ToolError(.usage, "\(parameter.name): found \"\(value)\", which begins as an option does")
                } else {
                    command.append(value)
                }
            case (.values, .array(let values)?): command += values.map { $0.string ?? $0.description }
            case (.flag, .bool(let isOn)?): if isOn, let option = parameter.option { options.append(option) }
            case (_, let value?):
                let expected = ["string": "a string", "boolean": "a boolean"][parameter.kind.rawValue] ?? "an array"
                throw ToolError(.usage, "\(parameter.name): found \(value.kind), expected \(expected)")
            }
        }
        return command + options
    }
}
