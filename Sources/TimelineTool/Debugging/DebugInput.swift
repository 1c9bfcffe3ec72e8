struct DebugInput: Equatable {
    enum Name: String, CaseIterable {
        case next, back, goto
        case `continue`
        case reverse = "reverse-continue"
        case `break`
        case breakChange = "break-change"
        case watch, delete, list, print, diff, action, cause, effects, why, mark, skip, edit, insert, set, undo, info,
            help, quit

        /// Short forms that would be ambiguous as the beginning of a name.
        static let short: [String: Name] = [
            "n": .next, "b": .back, "c": .continue, "rc": .reverse, "p": .print, "w": .watch, "d": .diff, "i": .info,
            "e": .edit, "s": .skip,
        ]

        var help: (arguments: String, text: String) {
            switch self {
            case .next: ("[N]", "take the next step, or the next N")
            case .back: ("[N]", "take back the last step, or the last N")
            case .goto: ("P", "move to a position: 17, end, -5, @12.5s or %name")
            case .continue: ("", "move forward to the next stop")
            case .reverse: ("", "move backward to the stop before")
            case .break: ("EXPR", "stop where this condition becomes true")
            case .breakChange: ("EXPR", "stop after each step that matches, with $.before, $.action and $.after")
            case .watch: ("PATH", "stop where the value at this path changes")
            case .delete: ("N", "remove a break or a watch")
            case .list: ("[N]", "list the steps around this position, 5 or N in each direction")
            case .print: ("[PATH]", "print the state, or the value at a path")
            case .diff: ("[P]", "print what the step changed, or what changed since position P")
            case .action: ("", "print the whole action of the step")
            case .cause: ("", "move to the step that caused this step")
            case .effects: ("", "list the steps that this step caused")
            case .why: ("PATH", "print the last step up to here that changed the value at a path")
            case .mark: ("NAME", "name this position: goto %NAME returns to it")
            case .skip: ("", "leave out this step")
            case .edit: ("ACTION", "reduce this action, as JSON, instead of the one of this step")
            case .insert: ("ACTION", "reduce this action after this step")
            case .set: ("VALUES", "set values after this step, as JSON by path: {\"$.unread\":0}")
            case .undo: ("", "take back the last skip, edit, insert or set")
            case .info: ("", "print the position, breaks, watches and edits")
            case .help: ("", "list the commands")
            case .quit: ("", "end the session")
            }
        }
    }

    let name: Name
    let argument: String

    init(parsing line: String) throws(ToolError) {
        var rest = line.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let word = String(rest.prefix { !$0.isWhitespace })
        argument = String(rest.dropFirst(word.count).drop(while: \.isWhitespace))
        if let found = Name(rawValue: word) ?? Name.short[word] {
            // As in other debuggers.
            let isCondition = word == "b" && !argument.isEmpty && !argument.allSatisfy(\.isNumber)
            name = isCondition ? .break : found
            return
        }
        let names = Name.allCases.filter { $0.rawValue.hasPrefix(word) }.map(\.rawValue)
        guard !word.isEmpty, let first = names.first, let found = Name(rawValue: first) else {
            throw ToolError(.usage, "unknown command \"\(word)\": help lists the commands")
        }
        guard names.allSatisfy({ $0.hasPrefix(first) }) else {
            throw ToolError(.usage, "\"\(word)\" may be \(names.joined(separator: " or "))")
        }
        name = found
    }
}
