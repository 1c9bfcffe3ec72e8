/// A part of a state, as a key path names it in `store[\.rows[2].isOn]`. An index that is out of bounds makes a part that does not
/// exist, not a trap: so a store can compare parts whose elements were removed.
@dynamicMemberLookup
public struct StatePart<State, Value>: Sendable {
    /// Returns nil if the state does not have the part.
    let read: @Sendable (State) -> Value?

    public subscript<Part>(dynamicMember path: any KeyPath<Value, Part> & Sendable) -> StatePart<State, Part> {
        StatePart<State, Part> { [read] in read($0)?[keyPath: path] }
    }
}

extension StatePart where Value: RandomAccessCollection & SendableMetatype, Value.Index: Sendable {
    /// The element at `index`, as long as there is one.
    public subscript(index: Value.Index) -> StatePart<State, Value.Element> {
        StatePart<State, Value.Element> { [read] in
            guard let value = read($0), index >= value.startIndex, index < value.endIndex else { return nil }
            return value[index]
        }
    }

    /// The elements at `bounds`, as long as there are as many.
    public subscript(bounds: Range<Value.Index>) -> StatePart<State, Value.SubSequence> {
        StatePart<State, Value.SubSequence> { [read] in
            guard let value = read($0), bounds.lowerBound >= value.startIndex, bounds.upperBound <= value.endIndex
            else { return nil }
            return value[bounds]
        }
    }
}
