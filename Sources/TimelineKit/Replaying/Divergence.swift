package import TimelineJSON

/// The first position at which replay and recording disagree. Compares the state of a snapshot with the replayed state.
public struct Divergence<State: Sendable>: Sendable {
    /// The number of the step whose snapshot replay does not confirm.
    public let seq: Int

    /// The last position at which they agreed, or whose state replay took from the recording. The cause is a step after this
    /// one, up to `seq`.
    public let agreedUpTo: Int

    /// The recorded state.
    public let recorded: State

    /// The replayed state.
    public let replayed: State

    package let recordedJSON: JSON
    package let replayedJSON: JSON

    package let places: [JSONPointer]

    private let unstablePlaces: [JSONPointer]

    /// The paths at which the states differ, field by field, as JSONPaths such as `$.cart.items[2].price`. Not empty.
    public var paths: [String] { places.map(\.pathDescription) }

    /// The paths at which encoding, decoding and encoding the state again gives another value, or at which decoding fails.
    /// Empty for most programs.
    public var unstablePaths: [String] { unstablePlaces.map(\.pathDescription) }

    /// Whether the states differ only at unstable paths. Then it is unknown whether the reducer behaved as recorded.
    public var isOnlyAtUnstablePaths: Bool {
        let unstable = Set(unstablePlaces)
        return places.allSatisfy { place in
            (0...place.tokens.count).contains { unstable.contains(JSONPointer(Array(place.tokens.prefix($0)))) }
        }
    }
}

extension Divergence where State: Codable & Equatable {
    /// Nil if the states or their canonical texts are equal, as they are or with the replayed state encoded and decoded.
    init?(
        _ seq: Int, agreedUpTo: Int, recorded: State, replayed: State, _ text: JSONText
    ) throws(JSONCodingError) {
        if recorded == replayed { return nil }
        let recordedText = try JSONCoding.encode(recorded)
        if recordedText == text { return nil }
        let unstablePlaces: [JSONPointer]
        do throws(JSONCodingError) {
            let again = try JSONCoding.decode(State.self, from: text)
            if again == recorded { return nil }
            let againText = try JSONCoding.encode(again)
            if againText == recordedText { return nil }
            unstablePlaces = text.value.differingPlaces(from: againText.value)
        } catch {
            unstablePlaces = [error.location.pointer]
        }
        recordedJSON = recordedText.value
        replayedJSON = text.value
        places = recordedJSON.differingPlaces(from: replayedJSON)
        // One number may have several texts.
        if places.isEmpty { return nil }
        self.unstablePlaces = unstablePlaces
        (self.seq, self.agreedUpTo) = (seq, agreedUpTo)
        (self.recorded, self.replayed) = (recorded, replayed)
    }
}

extension JSONPointer {
    /// Whether one of two locations is inside the other, or they are equal.
    package func overlaps(_ other: JSONPointer) -> Bool {
        zip(tokens, other.tokens).allSatisfy { $0.isExactly($1) }
    }
}

extension JSON {
    /// Members by key, and elements by index if the arrays have the same length.
    package func differingPlaces(from other: JSON) -> [JSONPointer] {
        var places: [JSONPointer] = []
        collectDifferingPlaces(from: other, at: JSONPointer(), &places)
        return places
    }

    private func collectDifferingPlaces(from other: JSON, at place: JSONPointer, _ places: inout [JSONPointer]) {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            for member in own.members {
                if let value = others[member.key] {
                    member.value.collectDifferingPlaces(from: value, at: place.appending(member.key), &places)
                } else {
                    places.append(place.appending(member.key))
                }
            }
            for member in others.members where own[member.key] == nil { places.append(place.appending(member.key)) }
        case (.array(let own), .array(let others)) where own.count == others.count:
            for index in own.indices {
                own[index].collectDifferingPlaces(from: others[index], at: place.appending(index), &places)
            }
        default:
            if self != other { places.append(place) }
        }
    }
}
