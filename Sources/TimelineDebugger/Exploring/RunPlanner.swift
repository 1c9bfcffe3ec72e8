internal import TimelineKit
internal import TimelineReplay

/// An action of the program in place of a recorded one.
final class ActionChange {
    let text: JSONText
    let action: Any
    let isRecorded: Bool

    init<P: Program>(_ text: JSONText, in corpus: Corpus<P>) throws {
        self.text = text
        action = try JSONCoding.decode(P.Action.self, from: text)
        isRecorded = corpus.isRecorded(text)
    }
}

/// A step of a run that a search tries. Not generic, as it is copied for each action.
struct PlannedStep {
    /// The index of the recorded step.
    let step: Int
    var change: ActionChange?
    var isRepeatedResult = false
    /// The number of the step of this run that it is a result of.
    var cause: Int?

    init(_ step: Int) { self.step = step }
}

struct RunPlan {
    let steps: [PlannedStep]
    var operators: [ExploreOperator] = []
    /// Actions that the program calls impossible are left out.
    var skipsImpossible = false
    /// How many circumstances of its run may be ones that no recording has.
    var allowance = Int.max
}

/// Makes runs from recorded ones. What it makes depends on its numbers and the arguments alone.
struct RunPlanner<P: Program> {
    private static var lengthLimit: Int { 20 }

    let corpus: Corpus<P>
    private let fields: FieldValues<P>
    private let free: [Int]

    init(_ corpus: Corpus<P>) {
        self.corpus = corpus
        fields = FieldValues(corpus)
        free = Array(corpus.free.joined())
    }

    /// - Parameters:
    ///   - cursor: The recorded step that follows, if there is one.
    ///   - pending: The results that have not come yet.
    func plan(from cursor: Int?, pending: [Int], _ numbers: inout SearchNumbers) -> RunPlan {
        var steps: [PlannedStep] = []
        var operators: [ExploreOperator] = []
        // A few long runs: counts grow in them.
        let length = numbers.happens(1, in: 16) ? 5 * Self.lengthLimit : 1 + numbers.next(below: Self.lengthLimit)
        if let cursor, numbers.happens(1, in: 2) {
            steps = stretch(from: cursor, length)
        } else {
            operators.append(.splice)
            splice(&steps, length, &numbers)
        }
        // Few runs are ones that the app may not be able to do.
        let isSynthetic = numbers.happens(1, in: 8)
        let all = ExploreOperator.allCases.filter { isSynthetic || ![.value, .boundary, .twice].contains($0) }
        for _ in 0..<numbers.next(below: 4) {
            let one = all[numbers.next(below: all.count)]
            if apply(one, to: &steps, pending, &numbers) { operators.append(one) }
        }
        let allowance = isSynthetic ? Int.max : [0, 0, 0, 0, 1, 1, 1, 2][numbers.next(below: 8)]
        return RunPlan(steps: steps, operators: operators, skipsImpossible: !isSynthetic, allowance: allowance)
    }

    private func stretch(from first: Int, _ length: Int) -> [PlannedStep] {
        corpus.recorded(from: first).prefix(length).map { PlannedStep($0) }
    }

    /// Adds a stretch of any recording, or single actions of any type, most of them with their results.
    private func splice(_ steps: inout [PlannedStep], _ length: Int, _ numbers: inout SearchNumbers) {
        guard !free.isEmpty else { return }
        if numbers.happens(1, in: 3) {
            steps += stretch(from: free[numbers.next(below: free.count)], length)
            return
        }
        let end = steps.count + length
        while steps.count < end {
            let type = corpus.free[numbers.next(below: corpus.free.count)]
            let step = type[numbers.next(below: type.count)]
            steps.append(PlannedStep(step))
            if numbers.happens(3, in: 4) { addResults(of: step, to: &steps, upTo: end + Self.lengthLimit) }
        }
    }

    private func addResults(of step: Int, to steps: inout [PlannedStep], upTo limit: Int) {
        for result in corpus.results[step].prefix(Self.lengthLimit) where steps.count < limit {
            steps.append(PlannedStep(result))
            addResults(of: result, to: &steps, upTo: limit)
        }
    }

    /// False if the operator does not apply to these steps.
    private func apply(
        _ one: ExploreOperator, to steps: inout [PlannedStep], _ pending: [Int], _ numbers: inout SearchNumbers
    ) -> Bool {
        func any(_ isWanted: (PlannedStep) -> Bool) -> Int? {
            let indexes = steps.indices.filter { isWanted(steps[$0]) }
            return indexes.isEmpty ? nil : indexes[numbers.next(below: indexes.count)]
        }
        func isResult(_ step: PlannedStep) -> Bool { corpus.causes[step.step] != nil }
        switch one {
        case .drop, .never:
            guard let index = any({ isResult($0) == (one == .never) }) else { return false }
            steps.remove(at: index)
        case .repeat:
            guard let index = any({ !isResult($0) }) else { return false }
            let place = numbers.happens(1, in: 2) ? index + 1 : numbers.next(below: steps.count - index) + index + 1
            steps.insert(steps[index], at: place)
        case .swap:
            guard let first = any({ !isResult($0) }), let second = any({ !isResult($0) }), first != second else {
                return false
            }
            steps.swapAt(first, second)
        case .splice:
            let length = 1 + numbers.next(below: Self.lengthLimit / 2)
            steps.removeSubrange(numbers.next(below: steps.count + 1)...)
            splice(&steps, length, &numbers)
        case .value, .boundary:
            guard let index = any({ !isResult($0) && $0.change == nil }) else { return false }
            let action = corpus.steps[steps[index].step].text
            guard let text = fields.changed(action, boundary: one == .boundary, &numbers),
                let change = try? ActionChange(text, in: corpus)
            else { return false }
            steps[index].change = change
        case .later, .gone:
            var result =
                pending.isEmpty || numbers.happens(1, in: 2) ? nil : pending[numbers.next(below: pending.count)]
            var earliest = 0
            if result == nil, let index = any(isResult) {
                result = steps.remove(at: index).step
                earliest = index
            }
            guard let result else { return false }
            if one == .gone { splice(&steps, 1 + numbers.next(below: 4), &numbers) }
            let place = one == .gone ? steps.count : earliest + numbers.next(below: steps.count - earliest + 1)
            steps.insert(PlannedStep(result), at: place)
        case .order:
            guard let first = any(isResult), let second = any(isResult),
                corpus.causes[steps[first].step] != corpus.causes[steps[second].step]
            else { return false }
            // The later of the two has its cause between them, or before both.
            let (early, late) = (min(first, second), max(first, second))
            steps.insert(steps.remove(at: early), at: late)
        case .twice:
            guard let index = any(isResult) else { return false }
            var again = steps[index]
            again.isRepeatedResult = true
            steps.insert(again, at: index + 1 + numbers.next(below: steps.count - index))
        }
        return true
    }
}

/// The values of the fields of recorded user actions.
struct FieldValues<P: Program>: Sendable {
    private static var textLimit: Int { 10_000 }
    private static var valueLimit: Int { 32 }

    /// By the name of the field, and by the kind of value.
    private var values: [String: [JSON]] = [:]

    init(_ corpus: Corpus<P>) {
        for index in corpus.free.joined().prefix(Self.textLimit) {
            for field in Self.fields(of: corpus.steps[index].text.value) {
                for name in [field.name, field.value.kind] {
                    var known = values[name] ?? []
                    if known.count < Self.valueLimit, !known.contains(field.value) { known.append(field.value) }
                    values[name] = known
                }
            }
        }
    }

    /// nil if the action has no field, or none with another value.
    func changed(_ action: JSONText, boundary: Bool, _ numbers: inout SearchNumbers) -> JSONText? {
        let value = action.value
        let fields = Self.fields(of: value)
        guard !fields.isEmpty else { return nil }
        let field = fields[numbers.next(below: fields.count)]
        let name = numbers.happens(1, in: 2) ? field.name : field.value.kind
        let others = (boundary ? Self.boundaries(of: field.value) : values[name] ?? []).filter { $0 != field.value }
        guard !others.isEmpty else { return nil }
        let change = JSONPatch.Operation.replace(path: field.place, value: others[numbers.next(below: others.count)])
        return (try? JSONPatch([change]).apply(to: value)).map { JSONText($0) }
    }

    private static func boundaries(of value: JSON) -> [JSON] {
        switch value {
        case .number: [0, -1, 1, 2_147_483_647]
        case .string: ["", " ", .string(String(repeating: "long ", count: 200)), "Ünïcødé 日本語 👩‍👩‍👧"]
        case .bool(let isTrue): [.bool(!isTrue)]
        case .array(let elements): elements.isEmpty ? [] : [[]]
        case .null, .object: []
        }
    }

    /// Arrays are values of a field, too. The elements of an array have its name, and so has a value without a label.
    private static func fields(of value: JSON) -> [(place: JSONPointer, name: String, value: JSON)] {
        value.values().compactMap { place, value in
            if value == .null || value.object != nil { return nil }
            let names = place.steps.compactMap { if case .name(let name) = $0, name != "_0" { name } else { nil } }
            return (place.pointer, names.last ?? "", value)
        }
    }
}
