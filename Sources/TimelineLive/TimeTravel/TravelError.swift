internal import TimelineJournal
internal import TimelineKit

/// Why the app cannot be shown a moment of its past.
public struct TravelError: Error, Equatable, Sendable, CustomStringConvertible {
    enum Cause: Equatable, Sendable {
        case replay(ReplayError)
        case position(PositionError)
        case anotherTravels
    }

    let cause: Cause

    init(_ cause: Cause) { self.cause = cause }

    public var description: String {
        switch cause {
        case .replay(let error): error.description
        case .position(let error): error.description
        case .anotherTravels:
            "another time traveler has taken the store to its past; ask that one to resume before this one goes"
        }
    }
}
