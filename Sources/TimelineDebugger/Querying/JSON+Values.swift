package import TimelineKit

extension JSON {
    var isContainer: Bool { array != nil || object != nil }

    /// The value and all that it holds, each after the array or object that holds it.
    package func values(at place: JSONLocation = JSONLocation()) -> [(place: JSONLocation, value: JSON)] {
        let held =
            switch self {
            case .array(let elements): elements.enumerated().flatMap { $1.values(at: place.appending(.index($0))) }
            case .object(let object): object.members.flatMap { $0.value.values(at: place.appending(.name($0.key))) }
            case .null, .bool, .number, .string: [] as [(JSONLocation, JSON)]
            }
        return [(place, self)] + held
    }
}
