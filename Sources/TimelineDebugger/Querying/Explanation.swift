package import TimelineKit
internal import TimelineReplay

/// How a bad state came about, as far as the recording shows it: the last writers of the values involved, and the causes of the step.
///
///     $.comments.unread: 33 subtracted 3 · 32 set it to 0 · 31 added 5
///     9 caused 10 · 11 removed $.screens[1], which 9 added · 10 caused 14
package struct Explanation: Equatable, Sendable {
    /// A sentence that begins with the number of a step. The text is safe for a terminal.
    package struct Fact: Equatable, Sendable {
        package let step: Int
        package let text: String
    }

    package struct Value: Equatable, Sendable {
        package let path: String
        /// The newest first.
        package let writers: [Fact]
    }

    package let values: [Value]
    /// In the order of time.
    package let causes: [Fact]

    /// The number of steps before the bad state in which writers and causes are looked for.
    package static var distance: Int { 4_096 }

    private static let (valueLimit, writerLimit, causeLimit) = (3, 3, 4)

    /// Nil if it is unknown: two replays gave two explanations, or a state that it needs cannot be made.
    ///
    /// - Parameters:
    ///   - rule: What found the step. Only a condition names the values that it reads.
    ///   - start: Steps up to this one are not reduced again. Of a later one, it is known that the reducer returns.
    package static func known(
        of step: Step, because rule: Rule?, _ source: some StateSource, after start: Int
    ) -> Explanation? {
        let explanation = try? Explanation(of: step, because: rule, source, after: start)
        return explanation == (try? Explanation(of: step, because: rule, source, after: start)) ? explanation : nil
    }

    init(of step: Step, because rule: Rule?, _ source: some StateSource, after start: Int) throws {
        var source = source
        let first = max(start, step.seq - Self.distance)
        // A fresh replay begins at the first state.
        guard first < step.seq, source.skipped == nil || first == source.journal.first else {
            (values, causes) = ([], [])
            return
        }
        let values = try Self.paths(of: step.seq, rule, &source).compactMap { path -> Value? in
            let writers = Self.writers(of: path, in: first + 1...step.seq, source)
            // The answer already shows what the step itself wrote.
            guard writers.contains(where: { $0.step < step.seq }) else { return nil }
            return Value(path: VisibleText.of(path.pointer?.pathDescription ?? "\(path)"), writers: writers)
        }
        self.values = Array(values.prefix(Self.valueLimit))
        causes = try Self.causes(of: step, from: first, &source)
    }

    package var isEmpty: Bool { values.isEmpty && causes.isEmpty }

    // MARK: - Values

    /// Of a condition, the values that it reads. What an invariant reads is unknown: the values that the step changed and the name of the
    /// invariant mentions; if it mentions none of these, all that the step changed, and the members beside them that it mentions.
    private static func paths(of seq: Int, _ rule: Rule?, _ source: inout some StateSource) throws -> [StatePath] {
        if case .condition(let text)? = rule { return try JSONCondition(parsing: text).paths }
        guard let (before, after) = try states(around: seq, &source) else { return [] }
        // The path of an element names others before and after it.
        let changed = JSONDifference(from: before, to: after).patch.operations.map(\.path).filter {
            after[$0.parent]?.object != nil
        }
        var paths = changed
        if case .invariant(let name)? = rule {
            let words = words(of: name)
            func isMentioned(_ path: JSONPointer) -> Bool {
                path.tokens.last.map { words.contains(Self.words(of: $0)) } ?? false
            }
            paths = changed.filter(isMentioned)
            if paths.isEmpty {
                let beside = changed.flatMap { path in
                    (after[path.parent]?.object?.members ?? []).map { path.parent.appending($0.key) }
                }
                paths = changed + beside.filter { !changed.contains($0) && isMentioned($0) }
            }
        }
        var seen: Set<JSONPointer> = []
        return try paths.filter { seen.insert($0).inserted }.map { try StatePath(parsing: "\($0)") }
    }

    /// ` unread count `, for `unreadCount` and “Unread count”.
    private static func words(of text: String) -> String {
        text.reduce(into: " ") { words, character in
            if character.isUppercase || !character.isLetter, words.last != " " { words += " " }
            if character.isLetter { words += character.lowercased() }
        } + " "
    }

    private static func writers(of path: StatePath, in range: ClosedRange<Int>, _ source: some StateSource) -> [Fact] {
        var history = PathHistory(source, path, in: range)
        var writers: [Fact] = []
        // Writers before a divergence, or before a step that cannot be reduced, are unknown.
        try? history.visitBackwards(stretch: 1) { change in
            // A writer before one that is unknown is not the last one before the next.
            guard change.line != nil else { return false }
            writers.append(Fact(step: change.steps.upperBound, text: text(change, path.pointer)))
            let isNew = change.places.count == 1 && change.places[0].before == nil
            return !isNew && writers.count < writerLimit
        }
        let known = history.unknown.ranges.last?.upperBound ?? 0
        return writers.filter { $0.step > known }
    }

    private static func text(_ change: PathChange, _ path: JSONPointer?) -> String {
        guard change.places.count == 1 else { return "changed \(change.places.count) values" }
        let place = change.places[0]
        let it = place.path == path ? "it" : VisibleText.of(place.path.pathDescription)
        guard let after = place.after else { return "removed \(it)" }
        if after.isContainer { return "\(place.before == nil ? "added" : "changed") \(it)" }
        if let old = place.before?.int, let new = after.int, new != 0, path == place.path {
            let (difference, overflows) = new.subtractingReportingOverflow(old)
            if !overflows { return difference < 0 ? "subtracted \(difference.magnitude)" : "added \(difference)" }
        }
        return "set \(it) to \(VisibleText.of(after.beginning(atLeast: 40), atMost: 40))"
    }

    // MARK: - Causes

    private static func causes(of step: Step, from first: Int, _ source: inout some StateSource) throws -> [Fact] {
        var chain = [step.seq]
        var next = step.cause
        while let cause = next, cause > first, chain.count <= causeLimit, let step = try source.journal.step(cause) {
            chain.append(cause)
            next = step.cause
        }
        var facts = zip(chain.dropFirst(), chain).map { Fact(step: $0, text: "caused \($1)") }.reversed().map(\.self)
        guard let last = facts.popLast() else { return [] }
        for cause in chain.dropFirst() {
            if let loss = try loss(ofWhat: cause, addedBefore: step.seq, &source) { facts.append(loss) }
        }
        return facts + [last]
    }

    /// The step that removed the element or object that a cause added.
    private static func loss(
        ofWhat cause: Int, addedBefore end: Int, _ source: inout some StateSource
    ) throws -> Fact? {
        guard cause < end - 1, let (before, after) = try states(around: cause, &source) else { return nil }
        for case .add(let place, let value) in JSONDifference(from: before, to: after).patch.operations
        where value.isContainer {
            var path = "\(place)"
            if after[place.parent]?.array != nil {
                // Its index may change.
                guard let id = value.object?["id"], !id.isContainer else { continue }
                path = "\(place.parent.pathDescription)[?@.id == \(id)].id"
            }
            var history = PathHistory(source, try StatePath(parsing: path), in: cause + 1...end - 1)
            var removed: Int?
            try history.visitBackwards(stretch: end) { change in
                let isGone = change.line != nil && change.places.allSatisfy { $0.after == nil }
                if isGone { removed = change.steps.lowerBound }
                return false
            }
            if let divergence = history.divergence { throw divergence }
            if let removed, history.unknown.isEmpty {
                let place = VisibleText.of(place.pathDescription)
                return Fact(step: removed, text: "removed \(place), which \(cause) added")
            }
        }
        return nil
    }

    private static func states(
        around seq: Int, _ source: inout some StateSource
    ) throws -> (before: JSON, after: JSON)? {
        guard let before = try source.json(at: seq - 1), let after = try source.json(at: seq) else { return nil }
        return (before, after)
    }
}
