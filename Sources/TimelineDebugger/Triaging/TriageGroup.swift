package import TimelineKit

/// The timelines of one finding, or one of them. Merging is associative and commutative, so that the order and the
/// number of parts do not matter: `merged` of the groups of two sets of timelines is the group of their union.
///
///     {"triage":2,"program":"shop","rule":{"invariant":"stock is never negative"},"key":["added","checkedOut"],"culprit":"checkedOut",
///      "count":1,"sessions":[8412…],"first":{"started":"2026-11-21T04:31:05Z","version":"1.4.0"},"last":{…},"steps":[37,37],
///      "file":"bundles/0c8b.jsonl","case":[…]}
package struct TriageGroup: Equatable, Sendable {
    package enum Answer: Hashable, Sendable {
        case bug(Rule)
        /// No state breaks a rule.
        case nothing
        /// It cannot be told: the timeline is damaged, or cannot be replayed.
        case unknown
    }

    /// Timelines with the same one are of the same group.
    package struct ID: Hashable, Sendable {
        package let program: String
        package let answer: Answer
        /// The types of the actions of the shortest run; nil if it is not known, and `culprit` stands for it.
        package let key: [String]?
        /// The type of the action that broke the rule; empty if the first state breaks it.
        package let culprit: String

        package init(program: String, _ answer: Answer, key: [String]?, culprit: String) {
            (self.program, self.answer, self.key, self.culprit) = (program, answer, key, culprit)
        }

        /// nil where no bug was found.
        package var rule: Rule? { if case .bug(let rule) = answer { rule } else { nil } }
    }

    /// When a timeline began, and with which version.
    package struct Start: Equatable, Sendable {
        package let started: String
        package let version: String

        package init(started: String, version: String) { (self.started, self.version) = (started, version) }

        fileprivate func precedes(_ other: Start) -> Bool { (started, version) < (other.started, other.version) }
    }

    package let id: ID
    package private(set) var count = 1
    package private(set) var sessions: DistinctCount
    package private(set) var first: Start
    package private(set) var last: Start
    /// Of the shortest and the longest timeline, up to the finding.
    package private(set) var steps: ClosedRange<Int>
    /// The path of the timeline with the fewest steps.
    package private(set) var file: String
    /// The invariants that the same states broke, beside the rule, sorted.
    package private(set) var alsoBroken: [String]
    /// Why its shortest run is not known, or what else could not be told of that timeline.
    package private(set) var reason: String?
    /// The shortest run, as the lines of a timeline: of all members, the one of the fewest bytes.
    package private(set) var shortest: [UInt8]

    package init(
        _ id: ID, session: String, _ start: Start, steps: Int, file: String, alsoBroken: [String] = [],
        reason: String? = nil, shortest: [UInt8] = []
    ) {
        (self.id, self.alsoBroken) = (id, alsoBroken)
        sessions = DistinctCount(of: session)
        (first, last) = (start, start)
        self.steps = steps...steps
        (self.file, self.reason, self.shortest) = (file, reason, shortest)
    }

    package var rules: [Rule] { [id.rule].compactMap { $0 } + alsoBroken.map { .invariant($0) } }

    package mutating func merge(_ other: TriageGroup) {
        precondition(id == other.id, "two findings are not one group")
        let isShorter = Self.isShorter(other.shortest, shortest)
        self = adding(factsOf: other)
        if isShorter { shortest = other.shortest }
    }

    /// Keeps its key and its shortest run.
    func adding(factsOf other: TriageGroup) -> TriageGroup {
        var sum = self
        sum.count = [count, other.count].countSum
        sum.alsoBroken = Set(alsoBroken).union(other.alsoBroken).sorted()
        sum.sessions.formUnion(other.sessions)
        if other.first.precedes(first) { sum.first = other.first }
        if last.precedes(other.last) { sum.last = other.last }
        if (other.steps.lowerBound, other.file) < (steps.lowerBound, file) {
            (sum.file, sum.reason) = (other.file, other.reason)
        }
        sum.steps = min(steps.lowerBound, other.steps.lowerBound)...max(steps.upperBound, other.steps.upperBound)
        return sum
    }

    /// One that was left out counts as the longest.
    private static func isShorter(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if one.isEmpty || other.isEmpty { return !one.isEmpty }
        if one.count != other.count { return one.count < other.count }
        return one.lexicographicallyPrecedes(other)
    }
}

// MARK: - JSON

extension TriageGroup {
    package struct FormatError: Error, Equatable { package let reason: String }

    package var json: JSONObject {
        JSON.members([
            "triage": 2, "program": .string(id.program), "rule": id.answer.json,
            "key": id.key.map { .array($0.map { .string($0) }) },
            "culprit": id.culprit.isEmpty ? nil : .string(id.culprit),
            "count": .int(count), "sessions": sessions.json, "first": first.json, "last": last.json,
            "steps": .array([.int(steps.lowerBound), .int(steps.upperBound)]), "file": .string(file),
            "alsoBroken": alsoBroken.isEmpty ? nil : .array(alsoBroken.map { .string($0) }),
            "reason": reason.map { .string($0) },
            "case": shortest.isEmpty
                ? nil
                : .array(
                    shortest.split(separator: UInt8(ascii: "\n")).map { (try? JSON(parsing: Array($0))) ?? .null }),
        ]).object ?? JSONObject()
    }

    package init(_ object: JSONObject) throws(FormatError) {
        func value<Value>(_ key: String, _ expected: String, _ read: (JSON) -> Value?) throws(FormatError) -> Value {
            if let value = object[key].flatMap(read) { return value }
            let found = object[key].map { "is \($0.kind)" } ?? "is missing"
            throw FormatError(reason: "\"\(key)\" should be \(expected), and \(found)")
        }
        // Its shortest runs are others, so that the same bug has another key.
        if object["triage"]?.int == 1 {
            throw FormatError(
                reason: "\"triage\" is 1, of an earlier version of Timeline: triage these timelines again")
        }
        _ = try value("triage", "2, the version of the format") { $0.int == 2 ? true : nil }
        let answer = try value(
            "rule", "{\"invariant\":…}, {\"condition\":…}, {\"change\":…}, {\"signal\":…}, \"nothing\" or \"unknown\"",
            Answer.init)
        let key =
            object["key"] == nil
            ? nil
            : try value("key", "an array of strings") { json in
                json.array.flatMap { array in [array.compactMap(\.string)].first { $0.count == array.count } }
            }
        id = ID(
            program: try value("program", "a string", \.string), answer, key: key,
            culprit: object["culprit"]?.string ?? "")
        count = try value("count", "a number from 1 to 2^53") { $0.countable.flatMap { $0 > 0 ? $0 : nil } }
        sessions = try value("sessions", "1 to 256 numbers from 0 to 2^53, in ascending order", DistinctCount.init)
        first = try value("first", "{\"started\":…,\"version\":…}", Start.init)
        last = try value("last", "{\"started\":…,\"version\":…}", Start.init)
        steps = try value("steps", "two numbers from 0 to 2^53, the lesser first") { json in
            let bounds = json.array?.compactMap(\.countable) ?? []
            return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
        }
        file = try value("file", "a string", \.string)
        alsoBroken = object["alsoBroken"]?.array?.compactMap(\.string) ?? []
        reason = object["reason"]?.string
        shortest = object["case"]?.array?.flatMap { $0.text + [UInt8(ascii: "\n")] } ?? []
    }
}

extension TriageGroup.Answer {
    fileprivate var json: JSON {
        switch self {
        case .bug(.invariant(let name)): .members(["invariant": .string(name)])
        case .bug(.condition(let text)): .members(["condition": .string(text)])
        case .bug(.change(let text)): .members(["change": .string(text)])
        case .bug(.crash(let signal)): .members(["signal": .string(signal)])
        case .bug(let rule): .string(rule.description)
        case .nothing: "nothing"
        case .unknown: "unknown"
        }
    }

    fileprivate init?(_ json: JSON) {
        let member = json.object?.count == 1 ? json.object?.members.first : nil
        switch (json.string ?? member?.key, member?.value.string) {
        case ("nothing", nil) where member == nil: self = .nothing
        case ("unknown", nil) where member == nil: self = .unknown
        case ("invariant", let text?): self = .bug(.invariant(text))
        case ("condition", let text?): self = .bug(.condition(text))
        case ("change", let text?): self = .bug(.change(text))
        case ("signal", let text?): self = .bug(.crash(text))
        default: return nil
        }
    }
}

extension TriageGroup.Start {
    fileprivate var json: JSON { .members(["started": .string(started), "version": .string(version)]) }

    fileprivate init?(_ json: JSON) {
        guard let started = json.object?["started"]?.string, let version = json.object?["version"]?.string else {
            return nil
        }
        self.init(started: started, version: version)
    }
}

/// The number of different texts, exact up to `limit`, then within about 6 %: the k least hashes are kept, of which the
/// greatest tells how dense all are (Bar-Yossef et al., *Counting Distinct Elements in a Data Stream*, 2002). Unions do
/// not depend on their order.
package struct DistinctCount: Equatable, Sendable {
    private static let limit = 256
    /// Numbers below this are exact in every reader of JSON.
    private static let hashRange = Double(1 << 53)

    /// In ascending order.
    private var hashes: [Int]

    /// By a hash that is the same in every process.
    package init(of text: String) { hashes = [Int(StateShapeReader.hash(of: text.utf8) >> 11)] }

    package mutating func formUnion(_ other: DistinctCount) {
        hashes = Array(Set(hashes).union(other.hashes).sorted().prefix(Self.limit))
    }

    package var isExact: Bool { hashes.count < Self.limit }

    package var value: Int {
        guard !isExact, let greatest = hashes.last else { return hashes.count }
        return Int((Double(Self.limit - 1) * Self.hashRange / Double(greatest + 1)).rounded())
    }

    var json: JSON { .array(hashes.map { .int($0) }) }

    init?(_ json: JSON) {
        guard let numbers = json.array, case let hashes = numbers.compactMap(\.countable),
            hashes.count == numbers.count,
            (1...Self.limit).contains(hashes.count), zip(hashes, hashes.dropFirst()).allSatisfy(<)
        else { return nil }
        self.hashes = hashes
    }
}
