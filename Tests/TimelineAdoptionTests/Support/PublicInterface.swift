import Foundation

/// The public declarations of a module: `IO.map(_:)`, `Route.components`, and with a setter `StateType.route =`; a conformance is
/// `Route: Equatable`. For files in the layout of swift-format, where a member is indented by four more columns than its type.
struct PublicInterface {
    private(set) var names: [String] = []

    init(ofFilesIn folder: URL) throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "swift" {
            try add(String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
        }
    }

    private mutating func add(_ lines: [Substring]) throws {
        let declaration =
            /^(?<modifiers>(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\(set\))? )*?)(?<kind>struct|class|enum|protocol|extension|typealias|associatedtype|func|var|let|case|init|subscript)\b ?(?<rest>.*)/
        var scopes: [(indent: Int, name: String, isPublic: Bool, kind: Substring)] = []
        for (place, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            scopes.removeAll { $0.indent >= indent && !line.dropFirst(indent).hasPrefix(")") }
            guard indent == scopes.last.map({ $0.indent + 4 }) ?? 0,
                let match = try declaration.firstMatch(in: line.dropFirst(indent))
            else { continue }
            let (modifiers, kind, scope) = (match.modifiers, match.kind, scopes.last)
            let isPublic =
                modifiers.contains(/\b(public|open)\b/)
                || (scope?.isPublic ?? false) && (kind == "case" || scope?.kind == "protocol")
            let text = Self.declaration(match.rest, before: lines[(place + 1)...])
            let name = Self.name(text, isInitializer: kind == "init" || kind == "subscript" ? kind : nil)
            let path = (scope.map { [$0.name] } ?? []) + [name]
            switch kind {
            case "struct", "class", "enum", "protocol", "extension":
                let name = path.joined(separator: ".")
                scopes.append((indent, name, isPublic, kind))
                guard isPublic || kind == "extension" else { continue }
                if kind != "extension" { names.append(name) }
                let head = text.prefix { $0 != "{" }.split(separator: " where ")[0].replacing(/<[^>]*>/, with: "")
                if let colon = head.firstIndex(of: ":") {
                    names += head[head.index(after: colon)...].split(separator: ",")
                        .map { "\(name): \($0.trimmingCharacters(in: .whitespaces))" }
                }
            default:
                guard isPublic else { continue }
                let head = text.prefix { $0 != "=" }
                let hasSetter =
                    kind == "var" && !modifiers.contains("(set)") && (!head.contains("{") || head.contains(" set "))
                names.append(path.joined(separator: ".") + (hasSetter ? " =" : ""))
            }
        }
    }

    /// The text from `rest` on, to the line that closes its last parenthesis.
    private static func declaration(_ rest: Substring, before lines: ArraySlice<Substring>) -> String {
        var text = String(rest)
        for line in lines {
            if text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" }) { break }
            text += line.drop { $0 == " " } + " "
        }
        return text
    }

    private static func name(_ text: String, isInitializer kind: Substring?) -> String {
        let base = kind.map(String.init) ?? String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        var depth = 0
        var parameters: [String] = []
        var last: Character = " "
        for character in text.dropFirst(kind == nil ? base.count : 0) {
            if ")]}".contains(character) || character == ">" && last != "-" { depth -= 1 }
            if depth == 0, !parameters.isEmpty { break }
            if depth == 0, !"<(>".contains(character) { return base }
            if (depth, character) == (0, "(") || (depth, character) == (1, ",") && !parameters.isEmpty {
                parameters.append("")
            } else if !parameters.isEmpty {
                parameters[parameters.count - 1].append(character)
            }
            if "([{<".contains(character) { depth += 1 }
            last = character
        }
        if parameters.isEmpty { return base }
        let labels = parameters.map { parameter -> String in
            let match = parameter.firstMatch(of: /^[( ]*(?:@\w+(?:<[^>]*>)? )*(\w+)(?: \w+)?:/)
            return (match.map { String($0.1) } ?? "_") + ":"
        }
        return "\(base)(\(parameters == [""] ? "" : labels.joined()))"
    }
}
