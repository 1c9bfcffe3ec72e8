internal import TimelineKit

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
