internal import TimelineJSON

/// Numbers in actions that may count earlier actions: without one of these, the number must be lower in all later actions.
struct CountedNumbers {
    /// Keys from the outside to the inside; all elements of an array are one place.
    typealias Place = [String]

    private static let element = "[]"

    static func places(in value: JSON) -> [Place] {
        var places: [Place] = []
        collect(value, [], &places)
        return places
    }

    private static func collect(_ value: JSON, _ place: Place, _ places: inout [Place]) {
        switch value {
        case .number(let number):
            if let whole = number.int64, whole > 0, !places.contains(place) { places.append(place) }
        case .array(let elements): for value in elements { collect(value, place + [element], &places) }
        case .object(let object):
            for member in object.members.sortedByKey() { collect(member.value, place + [member.key], &places) }
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
