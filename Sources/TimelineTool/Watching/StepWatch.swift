internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying
internal import TimelineRemote

/// Shows what happens in an app.
struct StepWatch: Sendable {
    let condition: JSONCondition?
    let place: StatePath?
    let isJSON: Bool
    /// How many steps to show.
    let limit: Int?

    func run(_ client: RemoteClient) async throws {
        var client = client
        var follower = try await client.follow()
        var state: JSON = .null
        var shown = 0
        while shown < limit ?? .max {
            guard let message = try await follower.next() else { return StandardError.write("the app has ended") }
            switch message {
            case .snapshot(let seq, let whole):
                state = whole
                if shown == 0 { StandardError.write("following from step \(seq)") }
            case .missed(let range):
                let last = range.upperBound
                StandardError.write("steps \(range.lowerBound) to \(last) were missed, and come from the timeline")
                shown += try await show(range, &client, atMost: (limit ?? .max) - shown)
            case .step(let seq, let patch, let what):
                let before = state
                do throws(JSONPatchError) { state = try patch.apply(to: state) } catch {
                    throw RemoteError.foreign("\(client.address)", reason: "its difference does not fit: \(error)")
                }
                if let condition {
                    guard let action = what["action"], try condition.holds(for: action) else { continue }
                }
                var value: String?
                if let place {
                    let now = try place.values(in: state)
                    guard try place.values(in: before) != now else { continue }
                    value = now.map(\.description).joined(separator: ", ")
                }
                show(message.json, seq, what, value)
                shown += 1
            }
        }
        StandardOutput.flush()
    }

    private func show(_ line: JSON, _ seq: Int, _ what: JSONObject, _ value: String?) {
        if isJSON {
            StandardOutput.print(line.description)
        } else {
            let number = Layout.right(String(seq), to: 7)
            let from = Layout.padded(Layout.visible(what["from"]?.string ?? ""), to: 8)
            let text = StepText.what(what).map { "  \($0)" } ?? ""
            let end = value.map { "  → \(Layout.visible($0))" } ?? ""
            StandardOutput.print(Layout.cut("\(number)  \(from)\(text)\(end)", to: StandardOutput.columns))
        }
        // Someone watches.
        StandardOutput.flush()
    }

    /// Shows steps that are on file. What each changed is not known, so all are shown that `--path` might leave out.
    private func show(_ range: ClosedRange<Int>, _ client: inout RemoteClient, atMost limit: Int) async throws -> Int {
        var text: [UInt8] = []
        try await client.timeline(range) { text += $0 }
        var shown = 0
        for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() where shown < limit {
            guard let json = try? JSON(parsing: line), let object = json.object, let seq = object["seq"]?.int else {
                continue
            }
            if let condition {
                guard let action = object["action"], try condition.holds(for: action) else { continue }
            }
            show(json, seq, object, nil)
            shown += 1
        }
        return shown
    }
}
