package import TimelineKit
package import TimelineReplay

extension Line {
    /// A short description, for tests that compare whole journals.
    package var facts: String {
        switch self {
        case .header(let header): "header \(header.program) segment \(header.segment)"
        case .step(let step):
            switch step.change {
            case .action(let text): "\(step.seq) \(step.at) action \(text.words)\(step.provenance)"
            case .opaque(let description): "\(step.seq) \(step.at) opaque \(description)\(step.provenance)"
            case .set(let text, let by): "\(step.seq) \(step.at) set \(text.words) by \(by)"
            }
        case .snapshot(let snapshot): "\(snapshot.seq) \(snapshot.at) state \(snapshot.state.words)"
        case .generated(let value): "\(value.seq) \(value.at) generated \(value.name) \(value.value.words)"
        case .mark(let mark): "\(mark.seq) \(mark.at) mark [\(mark.name)]"
        case .gap(let gap): "\(gap.seq) \(gap.at) gap through \(gap.through): \(gap.why)"
        case .end(let end): "\(end.seq) \(end.at) end, \(end.actions) actions, \(end.snapshots) snapshots"
        case .took(let took): "\(took.seq) \(took.at) took \(took.time)"
        case .canceled(let canceled): "\(canceled.seq) \(canceled.at) canceled \(canceled.step)"
        case .site(let site): "\(site.seq) \(site.at) site \(site.number) \(site.file):\(site.line)"
        case .unknown(let keys): "unknown \(keys)"
        }
    }
}

extension JSONText {
    fileprivate var words: String { String(decoding: bytes, as: UTF8.self) }
}

extension Step {
    fileprivate var provenance: String {
        (from.map { " from \($0)" } ?? "") + (cause.map { " cause \($0)" } ?? "") + (site.map { " in \($0)" } ?? "")
    }
}

extension JournalReader.Item {
    package var facts: String {
        switch self {
        case .line(let line): "\(line.number): \(line.content.facts)"
        case .proved(let line, let outline): "\(line.number): \(outline)"
        case .damage(let damage, _) where damage.isOfEnd: "torn at \(damage.byte)"
        case .damage(let damage, _): "\(damage.line): damage at \(damage.byte): \(damage.reason)"
        }
    }
}

extension JournalReader {
    /// The rest of the items, one per line.
    package mutating func facts() throws -> String {
        var facts: [String] = []
        while let item = try nextItem() { facts.append(item.facts) }
        return facts.joined(separator: "\n")
    }
}

extension Journal {
    package func steps() throws -> [Step] {
        var lines = lines()
        var steps: [Step] = []
        while let line = try lines.next() { if case .step(let step) = line.content { steps.append(step) } }
        return steps
    }

    /// The counts and the checkpoints.
    package var facts: String {
        guard let index = try? index else { return "unreadable" }
        let places = index.checkpoints.map {
            "\($0.isSet ? "set" : "state") \($0.seq) on line \(lineNumber(at: $0.place))"
        }
        return """
            steps \(index.first)...\(index.last), the last at \(index.lastAt)
            \(index.actions) actions, \(index.sets) sets, \(index.snapshots) snapshots, \(index.unknown) unknown
            marks \(index.marks.map { "\($0.seq) [\($0.name)]" }.joined(separator: ", "))
            gaps \(index.gaps.map { "\($0.seq)...\($0.through)" }.joined(separator: ", "))
            \(index.end == nil ? "not ended" : "ended")\(index.isTorn ? ", torn" : ""), \(index.damageCount) damaged
            checkpoints \(places.joined(separator: ", "))
            """
    }
}

extension [UInt8] {
    /// The bytes of these lines, each with an LF.
    package init(lines: String...) { self = Array(lines.map { $0 + "\n" }.joined().utf8) }

    package var text: String { String(decoding: self, as: UTF8.self) }
}
