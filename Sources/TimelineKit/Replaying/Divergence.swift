package import TimelineJSON

/// The first position at which replay and recording disagree.
public struct Divergence<State: Sendable>: Sendable {
    /// The step after which a snapshot was taken that replay does not confirm.
    public let seq: Int

    /// The last position at which they agreed, or that replay took from the recording: the fault lies in a step after
    /// this one, up to `seq`.
    public let agreedUpTo: Int

    /// The state that was recorded.
    public let recorded: State

    /// The state that replay made.
    public let replayed: State

    /// The same states as JSON.
    package let recordedJSON: JSON
    package let replayedJSON: JSON

    /// The places at which these differ. Not empty.
    private let places: [JSONPointer]

    /// The places at which the replayed state does not survive its own coding.
    private let unstablePlaces: [JSONPointer]

    /// The paths at which the states differ, field by field, as JSONPaths such as `$.cart.items[2].price`. Not empty.
    public var paths: [String] { places.map(\.pathDescription) }

    /// The paths at which the state does not survive its own coding: encoded, decoded and encoded again it has another
    /// value there, or it cannot be decoded. Empty for most programs.
    public var unstablePaths: [String] { unstablePlaces.map(\.pathDescription) }

    /// Whether the states differ only where the state does not survive its own coding: then it is not known whether the
    /// reducer did what it did when it was recorded.
    public var isOfCodingAlone: Bool {
        let unstable = Set(unstablePlaces)
        return places.allSatisfy { place in
            (0...place.tokens.count).contains { unstable.contains(JSONPointer(Array(place.tokens.prefix($0)))) }
        }
    }
}

extension Divergence where State: Codable & Equatable {
    /// Compares a state that replay made with the one of a snapshot; nil where they are equal.
    ///
    /// States are equal where `==` says so, or where their canonical texts are the same. Both also count for the replayed
    /// state after a trip through its coding, which is what a snapshot that was written in another order, or of a state
    /// with parts that are not encoded, was decoded from.
    ///
    /// - Parameters:
    ///   - recorded: The state of the snapshot, decoded.
    ///   - text: The canonical text of the replayed state.
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
        // Other digits may spell the same number.
        if places.isEmpty { return nil }
        self.unstablePlaces = unstablePlaces
        (self.seq, self.agreedUpTo) = (seq, agreedUpTo)
        (self.recorded, self.replayed) = (recorded, replayed)
    }
}
