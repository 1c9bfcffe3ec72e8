public import TimelineKit

/// A program whose reducer has a fault that a seed chose, beside the program without it: a state is bad where the two differ.
///
/// The fault is in the reducer of one type of action, and only in states that agree in a few values with one that random actions
/// reached. There it ignores the action, reduces it twice, keeps the old value of a field, or is off by one.
public struct MutatedProgram<Base: Program>: Program {
    public struct State: Codable, Equatable, Sendable {
        public var actual: Base.State
        public var expected: Base.State
    }

    public let name: String
    public let version = "1"
    public let initialState: State
    public let invariants = [Invariant<State>("agrees with the program without the fault") { $0.actual == $0.expected }]
    public var generatesValues: Bool { base.generatesValues }
    private let base: Base
    private let mutation: Mutation?

    /// - Parameter mutation: nil for none.
    public init(_ base: Base, _ mutation: Mutation?) {
        (self.base, self.mutation) = (base, mutation)
        name = "mutated-\(base.name)"
        initialState = State(actual: base.initialState, expected: base.initialState)
    }

    public func isPossible(_ action: Base.Action, in state: State) -> Bool {
        base.isPossible(action, in: state.expected)
    }

    public func reduce(_ state: inout State, _ action: Base.Action) {
        let before = state
        base.reduce(&state.expected, action)
        if let changed = mutation?.apply(base, before.actual, action) {
            state.actual = changed
        } else if before.actual == before.expected {
            // Reduced again, it may generate another value.
            state.actual = state.expected
        } else {
            base.reduce(&state.actual, action)
        }
    }
}

public struct Mutation: Sendable {
    private enum Kind: CaseIterable { case ignored, twice, stale, offByOne }

    private struct Place {
        let kind: Kind
        let type: String
        let conditions: [(place: [String], value: JSON)]
        let field: [String]
    }

    private let place: Place

    /// nil if no random run of the actions led to a state in which the fault shows.
    ///
    /// - Parameter actions: Of recordings, with the indexes of their causes. None may trap.
    public init?<P: Program>(seed: UInt64, _ program: P, _ actions: [(action: P.Action, cause: Int?)]) {
        var numbers = SeededGenerator(seed: seed, seconds: 0)
        for _ in 0..<200 {
            var state = program.initialState
            var done: Set<Int> = []
            for _ in 0..<numbers.next(below: 40) {
                let index = numbers.next(below: actions.count)
                if let cause = actions[index].cause, !done.contains(cause) { continue }
                done.insert(index)
                program.reduce(&state, actions[index].action)
            }
            let action = actions[numbers.next(below: actions.count)].action
            guard let value = try? JSONCoding.encode(state).value else { continue }
            let leaves = Self.leaves(of: value)
            let conditions = (0..<3).map { _ in leaves[numbers.next(below: leaves.count)] }
            let kind = Kind.allCases[numbers.next(below: Kind.allCases.count)]
            var after = state
            program.reduce(&after, action)
            guard let new = try? JSONCoding.encode(after).value else { continue }
            let fields = Self.leaves(of: new).filter { leaf in
                kind == .offByOne
                    ? leaf.value.int != nil : kind != .stale || Self.value(value, at: leaf.place) != leaf.value
            }
            guard !fields.isEmpty else { continue }
            let place = Place(
                kind: kind, type: Self.type(of: action), conditions: conditions,
                field: fields[numbers.next(below: fields.count)].place)
            guard let changed = Self.apply(place, program, state, action), changed != after else { continue }
            self.place = place
            return
        }
        return nil
    }

    func apply<P: Program>(_ program: P, _ state: P.State, _ action: P.Action) -> P.State? {
        Self.apply(place, program, state, action)
    }

    private static func apply<P: Program>(
        _ fault: Place, _ program: P, _ state: P.State, _ action: P.Action
    ) -> P.State? {
        let (kind, field) = (fault.kind, fault.field)
        guard Self.type(of: action) == fault.type, let value = try? JSONCoding.encode(state).value,
            fault.conditions.allSatisfy({ Self.value(value, at: $0.place) == $0.value })
        else { return nil }
        if kind == .ignored { return state }
        var after = state
        program.reduce(&after, action)
        if kind == .twice {
            program.reduce(&after, action)
            return after
        }
        guard let new = try? JSONCoding.encode(after).value else { return nil }
        let old = kind == .stale ? Self.value(value, at: field) : Self.value(new, at: field)?.int.map { .int($0 + 1) }
        guard let old, Self.value(new, at: field) != nil else { return nil }
        return try? JSONCoding.decode(P.State.self, from: JSONText(Self.replacing(new, at: field[...], with: old)))
    }

    private static func type(of action: some Encodable) -> String {
        (try? JSONCoding.encode(action).value)?.object?.members.first?.key ?? ""
    }

    /// The small values, and the counts of arrays.
    private static func leaves(of value: JSON, _ place: [String] = []) -> [(place: [String], value: JSON)] {
        switch value {
        case .object(let object): object.members.flatMap { leaves(of: $0.value, place + [$0.key]) }
        case .array(let elements):
            [(place + ["#"], .int(elements.count))]
                + elements.prefix(3).enumerated().flatMap { leaves(of: $1, place + ["\($0)"]) }
        case .string(let text): text.count > 12 ? [] : [(place, value)]
        case .null, .bool, .number: [(place, value)]
        }
    }

    private static func value(_ value: JSON, at place: [String]) -> JSON? {
        var value: JSON? = value
        for key in place {
            switch value {
            case .array(let elements) where key == "#": value = .int(elements.count)
            case .array(let elements): value = Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value = value?.object?[key]
            }
        }
        return value
    }

    private static func replacing(_ value: JSON, at place: ArraySlice<String>, with new: JSON) -> JSON {
        guard let key = place.first else { return new }
        if var object = value.object, let member = object[key] {
            object[key] = replacing(member, at: place.dropFirst(), with: new)
            return .object(object)
        }
        guard var elements = value.array, let index = Int(key) else { return value }
        elements[index] = replacing(elements[index], at: place.dropFirst(), with: new)
        return .array(elements)
    }
}

extension SeededGenerator {
    fileprivate mutating func next(below count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }
}
