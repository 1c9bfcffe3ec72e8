package import TimelineKit

/// The first position at which replay and recording disagree. Compares the state of a snapshot with the replayed state.
public struct Divergence<State: Sendable>: Sendable {
    /// The number of the step whose snapshot replay does not confirm.
    public let seq: Int

    /// The last position at which they agreed, or whose state replay took from the recording. The cause is a step after this
    /// one, up to `seq`.
    public let agreedUpTo: Int

    public let recorded: State

    public let replayed: State

    package let recordedJSON, replayedJSON: JSON

    package let places: [JSONPointer]

    private let unstablePlaces: [JSONPointer]

    /// `==` of the program calls the states equal, so it compares less than is encoded.
    package let isIgnoredByEquality: Bool

    /// The paths at which the states differ, field by field, as JSONPaths such as `$.cart.items[2].price`. Not empty.
    public var paths: [String] { places.map(\.pathDescription) }

    /// The paths at which encoding, decoding and encoding the state again gives another value, or at which decoding fails.
    /// Empty for most programs.
    public var unstablePaths: [String] { unstablePlaces.map(\.pathDescription) }

    /// Whether the states differ only at unstable paths. Then it is unknown whether the reducer behaved as recorded.
    public var isOnlyAtUnstablePaths: Bool {
        places.allSatisfy { place in
            unstablePlaces.contains { $0.tokens.count <= place.tokens.count && $0.overlaps(place) }
        }
    }
}

extension Divergence where State: Codable & Equatable {
    /// Nil if the canonical texts are equal. `==` decides nothing: many types compare an identifier alone.
    init?(_ seq: Int, agreedUpTo: Int, recorded: State, replayed: State, _ text: JSONText) throws(JSONCodingError) {
        let recordedText = try JSONCoding.encode(recorded)
        if recordedText == text { return nil }
        recordedJSON = recordedText.value
        replayedJSON = text.value
        let isReordered = recordedJSON.sortedArrays == replayedJSON.sortedArrays
        places = recordedJSON.differingPlaces(from: replayedJSON, joiningReordered: isReordered)
        // One number may have several texts.
        if places.isEmpty { return nil }
        isIgnoredByEquality = recorded == replayed
        do throws(JSONCodingError) {
            let again = try JSONCoding.encode(try JSONCoding.decode(State.self, from: text))
            // In hash order, which a copy of the state may have in another way.
            if isReordered, again == recordedText { return nil }
            let unstable = text.value.differingPlaces(from: again.value)
            unstablePlaces = isReordered && isIgnoredByEquality ? places : unstable
        } catch {
            unstablePlaces = [error.location.pointer]
        }
        (self.seq, self.agreedUpTo) = (seq, agreedUpTo)
        (self.recorded, self.replayed) = (recorded, replayed)
    }
}

extension JSONPointer {
    /// Whether one of two locations is inside the other, or they are equal.
    package func overlaps(_ other: JSONPointer) -> Bool { zip(tokens, other.tokens).allSatisfy { $0.isExactly($1) } }
}

extension JSON {
    /// Equal for values that differ in the order of elements alone.
    package var sortedArrays: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.sortedArrays).sortedEntries(elementsPerEntry: 1))
        case .object(let object):
            .object(JSONObject(object.members.map { .init(key: $0.key, value: $0.value.sortedArrays) }))
        default: self
        }
    }

    package static func differingPaths(_ one: JSON, _ other: JSON) -> [String] {
        one.differingPlaces(from: other).map(\.pathDescription)
    }

    /// Members by key, and elements by index if the arrays have the same length. With `joiningReordered`, arrays that differ in the
    /// order of their elements alone count as one place.
    package func differingPlaces(from other: JSON, joiningReordered: Bool = false) -> [JSONPointer] {
        var places: [JSONPointer] = []
        collectDifferingPlaces(from: other, at: JSONPointer(), joiningReordered, &places)
        return places
    }

    private func collectDifferingPlaces(
        from other: JSON, at place: JSONPointer, _ joins: Bool, _ places: inout [JSONPointer]
    ) {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            for member in own.members {
                if let value = others[member.key] {
                    member.value.collectDifferingPlaces(from: value, at: place.appending(member.key), joins, &places)
                } else {
                    places.append(place.appending(member.key))
                }
            }
            for member in others.members where own[member.key] == nil { places.append(place.appending(member.key)) }
        case (.array, .array) where joins && self != other && sortedArrays == other.sortedArrays: places.append(place)
        case (.array(let own), .array(let others)) where own.count == others.count:
            for index in own.indices {
                own[index].collectDifferingPlaces(from: others[index], at: place.appending(index), joins, &places)
            }
        default:
            if self != other { places.append(place) }
        }
    }
}
