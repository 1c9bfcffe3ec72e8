internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay
internal import TimelineRemote

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow a running app.",
        usage: "timeline watch <url> [<options>]",
        discussion: """
            Prints each step as it happens, until the app exits. Steps that arrive faster than they are printed are fetched \
            from the app's timeline. EXPR is a filter expression of RFC 9535 with $ as the action. \
            \(ExpressionArguments.help) PATH is a JSONPath or a JSON Pointer in the state; its new value is printed after \
            each step that changed it.

            EXAMPLES:
              timeline watch http://127.0.0.1:4000 --steps 2
                the next two steps
              timeline watch http://127.0.0.1:4000 --path '$.count' --steps 1
                the next step that changes a part of the state
              timeline watch http://127.0.0.1:4000 --where '$.increment' --steps 1 --json
                the next step with that action, and what it changed
            """)

    @OptionGroup var app: AppArgument

    @Option(help: ArgumentHelp("Only steps whose action matches.", valueName: "expr"))
    var `where`: String?

    @Option(help: ArgumentHelp("Only steps that change the value at this path.", valueName: "path"))
    var path: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many steps.", valueName: "n"))
    var steps: Int?

    @OptionGroup var json: JSONOption

    func validate() throws {
        if let steps, steps < 1 { throw ValidationError("--steps \(steps): give a number from 1.") }
    }

    func run() throws {
        let condition = try `where`.map { try ExpressionArguments.condition($0) }
        let path = try path.map { try ExpressionArguments.path($0) }
        StandardOutput.endWithReader()
        try AppArgument.withClient(of: app.url) { try await follow(&$0, condition, path) }
    }

    private func follow(_ client: inout RemoteClient, _ condition: JSONCondition?, _ path: StatePath?) async throws {
        var follower = try await client.follow()
        var printed = 0
        let limit = steps ?? .max
        while printed < limit {
            let before = follower.state
            guard let message = try await follower.next() else { return StandardError.write("the app has exited") }
            switch message {
            case .snapshot(let seq, _):
                if printed == 0 { StandardError.write("following from step \(seq)") }
            case .missed(let range):
                StandardError.write("missed \(Layout.steps(range)); fetching from the timeline")
                printed += try await print(range, &client, condition, atMost: limit - printed)
            case .step(let seq, _, let members):
                guard try Self.matches(members, condition) else { continue }
                var value: String?
                if let path {
                    let now = try path.values(in: follower.state)
                    guard try path.values(in: before) != now else { continue }
                    value = now.map(\.description).joined(separator: ", ")
                }
                print(message.json, seq, members, value)
                printed += 1
            }
        }
        StandardOutput.flush()
    }

    private static func matches(_ members: JSONObject, _ condition: JSONCondition?) throws(JSONPathError) -> Bool {
        guard let condition else { return true }
        guard let action = members["action"] else { return false }
        return try condition.holds(for: action)
    }

    private func print(_ line: JSON, _ seq: Int, _ members: JSONObject, _ value: String?) {
        if json.isOn {
            StandardOutput.print(line.description)
        } else {
            let number = Layout.right(String(seq), to: 7)
            let from = Layout.padded(Layout.visible(members["from"]?.string ?? ""), to: 8)
            let text = StepText.summary(of: members).map { "  \($0)" } ?? ""
            let end = value.map { "  → \(Layout.visible($0))" } ?? ""
            StandardOutput.print(Layout.cut("\(number)  \(from)\(text)\(end)", to: StandardOutput.columns))
        }
        StandardOutput.flush()
    }

    /// Prints steps of the timeline. It does not hold what each changed, so `path` cannot filter them.
    private func print(
        _ range: ClosedRange<Int>, _ client: inout RemoteClient, _ condition: JSONCondition?, atMost limit: Int
    ) async throws -> Int {
        let text = try await client.timeline(range)
        var printed = 0
        for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() where printed < limit {
            guard let json = try? JSON(parsing: line), let object = json.object, let seq = object["seq"]?.int,
                try Self.matches(object, condition)
            else { continue }
            print(json, seq, object, nil)
            printed += 1
        }
        return printed
    }
}
