package import TimelineKit

/// Finds a small part of a run that still ends bad: few steps, lower numbers where these counted removed steps, small actions. Its last
/// action has the type of the run's last one: a run that ends in another action shows another bug.
package struct Minimizer {
    package enum Minimality: Equatable, Sendable {
        case unknown
        /// Each step was left out on trial, with what it caused. The runs without one of `undecided` could not be judged.
        case tried(undecided: [Int], triedEachAction: Bool)
    }

    package enum Change: Sendable { case none, counts, all }

    private let judge: ([TrialStep]) throws -> DeltaDebugging.Answer?
    private let isOver: () -> Bool
    private let changesEffects: Bool
    private let keepsAnswers: Bool
    private let hashes: ((ArraySlice<TrialStep>) throws -> [UInt64]?)?
    /// nil for any.
    private let lastType: String?
    private let state: (([TrialStep]) throws -> JSON?)?

    package private(set) var steps: [TrialStep]
    package private(set) var probes = 0

    /// - Parameters:
    ///   - keepsAnswers: The results of a step stay with it, except the last ones of several of a type.
    ///   - hashes: Of the states before each step and after the last. With it, stretches between equal states are left out as a whole.
    ///   - state: The state after steps. With it, only numbers that count in the state, too, become lower with `.counts`.
    package init(
        _ steps: [TrialStep], changesEffects: Bool = false, endsInAnyAction: Bool = false,
        keepsAnswers: Bool = false, hashes: ((ArraySlice<TrialStep>) throws -> [UInt64]?)? = nil,
        state: (([TrialStep]) throws -> JSON?)? = nil, isOver: @escaping () -> Bool,
        judge: @escaping ([TrialStep]) throws -> DeltaDebugging.Answer?
    ) {
        (self.steps, self.state) = (steps, state)
        lastType = endsInAnyAction ? nil : steps.last?.type
        (self.judge, self.isOver, self.changesEffects) = (judge, isOver, changesEffects)
        (self.keepsAnswers, self.hashes) = (keepsAnswers, hashes)
    }

    /// - Parameter changesActions: With `.counts`, only numbers that count steps that are left out become lower.
    package mutating func minimize(changesActions: Change = .all) throws -> Minimality {
        while true {
            let undecided: [Int]
            do { undecided = try removeSteps() } catch is EndedError { return .unknown }
            let tried = steps
            do {
                if try removeStretch() { continue }
                if changesActions != .none, try removeCountedSteps() { continue }
                if changesActions == .all, try reduceActions() { continue }
                return .tried(undecided: undecided, triedEachAction: true)
            } catch is EndedError {
                return steps == tried ? .tried(undecided: undecided, triedEachAction: false) : .unknown
            }
        }
    }

    /// nil if the step must stay as it was recorded: what an effect sent is the answer to what it was asked.
    private func changeableAction(of step: TrialStep) -> JSON? {
        guard case .action(let text) = step.step.change, changesEffects || step.step.from != "effect" else {
            return nil
        }
        return text.value
    }

    /// The search ended before all was tried.
    private struct EndedError: Error {}

    private mutating func answer(_ candidate: [TrialStep]) throws -> DeltaDebugging.Answer {
        if isOver() { throw EndedError() }
        // What cannot be decoded is no run.
        guard let answer = try judge(candidate) else { return .cannotTell }
        // The end of the search may also have ended the run.
        if answer == .cannotTell, isOver() { throw EndedError() }
        probes += 1
        if case .bad(let last) = answer, let lastType, last < 0 || candidate[last].type != lastType { return .good }
        return answer
    }

    private mutating func removeSteps() throws -> [Int] {
        let all = steps
        var search = search(all)
        let undecided = try search.minimize { part in
            let candidate = part.ranges.flatMap { all[$0] }
            let answer = try answer(candidate)
            guard case .bad(let last) = answer else { return answer }
            steps = Array(candidate[..<(last + 1)])
            return .bad(last: last < 0 ? -1 : part.ranges.flatMap { Array($0) }[last])
        }
        return undecided.map { all[$0].step.seq }
    }

    private func search(_ steps: [TrialStep]) -> DeltaDebugging {
        DeltaDebugging(causes: TrialRun.causes(of: steps), kinds: keepsAnswers ? steps.map(\.type) : nil)
    }

    /// The longest one between equal states that can be left out.
    private mutating func removeStretch() throws -> Bool {
        guard let states = try hashes?(steps.dropLast()) else { return false }
        for length in stride(from: steps.count - 1, to: 0, by: -1) {
            for start in 0..<(steps.count - length) where states[start] == states[start + length] {
                let part = RangeSet(steps.indices).subtracting(RangeSet(start..<(start + length)))
                // Otherwise, later results of its steps would be left out, too.
                if search(steps).closed(part) != part { continue }
                let rest = part.ranges.flatMap { steps[$0] }
                guard try answer(rest) == .bad(last: rest.count - 1) else { continue }
                steps = rest
                return true
            }
        }
        return false
    }

    /// The indexes of the steps without which another judge calls the run bad, too; nil if the search ended before all were tried.
    package func needless(_ judge: ([TrialStep]) throws -> DeltaDebugging.Answer?) throws -> [Int]? {
        let search = DeltaDebugging(causes: TrialRun.causes(of: steps))
        let needless = try steps.indices.dropLast().filter { index in
            let part = RangeSet(steps.indices).subtracting(RangeSet(index..<index + 1))
            let rest = search.closed(part).ranges.flatMap { steps[$0] }
            if isOver() || rest.last != steps.last { return false }
            return try judge(rest) == .bad(last: rest.count - 1)
        }
        return isOver() ? nil : needless
    }

    /// Puts the steps in the order of their types, as far as their order does not matter: the same bug has the same types.
    package mutating func arrange() throws {
        var isChanged = true
        do {
            while isChanged {
                isChanged = false
                for index in steps.indices.dropLast(2) {
                    let (one, other) = (steps[index], steps[index + 1])
                    guard other.type < one.type, other.step.cause != one.step.seq else { continue }
                    var swapped = steps
                    swapped.swapAt(index, index + 1)
                    guard try answer(swapped) == .bad(last: steps.count - 1) else { continue }
                    steps = swapped
                    isChanged = true
                }
            }
        } catch is EndedError {}
    }

    private mutating func removeCountedSteps() throws -> Bool {
        var isChanged = false
        // What was done on a screen, say, begins and ends anywhere: in a short run, each stretch of up to 16 steps is tried.
        let triesEach = state != nil && steps.count <= 64
        var size = min(max(1, steps.count / 2), triesEach ? 16 : .max)
        while size > 0 {
            var end = steps.count
            while end > 0 {
                // A reduced run may end earlier.
                end = min(end, steps.count)
                let start = max(0, end - size)
                if try removeCounted(start..<end) { isChanged = true }
                end = triesEach && start > 0 ? end - 1 : start
            }
            size = triesEach ? size - 1 : size / 2
        }
        return isChanged
    }

    private mutating func removeCounted(_ chunk: Range<Int>) throws -> Bool {
        let part = search(steps).closed(RangeSet(steps.indices).subtracting(RangeSet(chunk)))
        let kept = steps.indices.filter(part.contains)
        if kept.count == steps.count { return false }
        let later = kept.indices.filter { kept[$0] > chunk.lowerBound }
        let actions = kept.map { index -> JSON? in
            guard index > chunk.lowerBound else { return nil }
            // Where only counts become lower, those of results do, too.
            if state != nil, case .action(let text) = steps[index].step.change { return text.value }
            return changeableAction(of: steps[index])
        }
        var places: [CountedNumbers.Place] = []
        for place in later.flatMap({ actions[$0].map(CountedNumbers.places) ?? [] }) where !places.contains(place) {
            places.append(place)
        }
        for place in places {
            for amount in Set([1, chunk.count]).sorted(by: >) {
                var candidate = kept.map { steps[$0] }
                for index in later {
                    guard let action = actions[index],
                        let lowered = CountedNumbers.lowered(action, at: place[...], by: amount)
                    else { continue }
                    candidate[index] = candidate[index].changed(lowered)
                }
                guard case .bad(let last) = try answer(candidate) else { continue }
                let changed = later.prefix { $0 <= last }.filter { candidate[$0] != steps[kept[$0]] }
                let areCounts = try changed.allSatisfy { index in
                    try isCount(
                        at: place, after: steps[..<kept[index]], steps[kept[index]], candidate[..<index],
                        candidate[index])
                }
                guard areCounts else { continue }
                steps = Array(candidate[..<(last + 1)])
                return true
            }
        }
        return false
    }

    /// Where the state before the step had its number, the state before the changed step has the lower one.
    private func isCount(
        at place: CountedNumbers.Place, after before: ArraySlice<TrialStep>, _ step: TrialStep,
        _ beforeChanged: ArraySlice<TrialStep>, _ changed: TrialStep
    ) throws -> Bool {
        guard let state else { return true }
        guard let one = try state(Array(before)).map(CountedNumbers.places(ofNumbersIn:)),
            let other = try state(Array(beforeChanged)).map(CountedNumbers.places(ofNumbersIn:))
        else { return false }
        return zip(CountedNumbers.numbers(of: step, at: place), CountedNumbers.numbers(of: changed, at: place))
            .allSatisfy {
                !one[$0, default: []].isDisjoint(with: other[$1, default: []])
            }
    }

    private mutating func reduceActions() throws -> Bool {
        var isChanged = false
        var index = 0
        while index < steps.count {
            let step = steps[index]
            guard let action = changeableAction(of: step) else {
                index += 1
                continue
            }
            try JSONReduction.reduce(action) { action in
                var candidate = steps
                candidate[index] = step.changed(action)
                guard case .bad(let last) = try answer(candidate), last >= index else { return false }
                steps = Array(candidate[...last])
                isChanged = true
                return true
            }
            index += 1
        }
        return isChanged
    }
}

/// Numbers in actions that may count earlier actions: without one of these, the number must be lower in all later actions.
struct CountedNumbers {
    /// Keys from the outside to the inside; all elements of an array are one place.
    typealias Place = [String]

    private static let element = "[]"

    static func places(in value: JSON) -> [Place] {
        var places: [Place] = []
        visit(value, []) { number, place in if number > 0, !places.contains(place) { places.append(place) } }
        return places
    }

    static func places(ofNumbersIn state: JSON) -> [Int64: Set<Place>] {
        var places: [Int64: Set<Place>] = [:]
        visit(state, []) { places[$0, default: []].insert($1) }
        return places
    }

    static func numbers(of step: TrialStep, at place: Place) -> [Int64] {
        guard case .action(let text) = step.step.change else { return [] }
        var numbers: [Int64] = []
        visit(text.value, []) { if $1 == place { numbers.append($0) } }
        return numbers
    }

    private static func visit(_ value: JSON, _ place: Place, _ body: (Int64, Place) -> Void) {
        switch value {
        case .number(let number): if let whole = number.int64 { body(whole, place) }
        case .array(let elements): for value in elements { visit(value, place + [element], body) }
        case .object(let object):
            for member in object.members.sortedByKey() {
                // The keys of a dictionary may be numbers.
                if let key = Int64(member.key) { body(key, place) }
                visit(member.value, place + [Int64(member.key) == nil ? member.key : element], body)
            }
        default: break
        }
    }

    /// nil if the value has no number there, or a lowered one would be negative.
    static func lowered(_ value: JSON, at place: ArraySlice<String>, by amount: Int) -> JSON? {
        switch value {
        case .number(let number) where place.isEmpty:
            guard let whole = number.int64, whole >= Int64(amount) else { return nil }
            return .number(JSONNumber(whole - Int64(amount)))
        case .array(let elements) where place.first == element:
            var isChanged = false
            let changed = elements.map { element in
                guard let lower = lowered(element, at: place.dropFirst(), by: amount) else { return element }
                isChanged = true
                return lower
            }
            return isChanged ? .array(changed) : nil
        case .object(var object):
            guard let key = place.first, let member = object[key],
                let lower = lowered(member, at: place.dropFirst(), by: amount)
            else { return nil }
            object[key] = lower
            return .object(object)
        default: return nil
        }
    }
}
