/// What an encoder hides: the values that are encoded with a `HidingEncoder`, and those at the paths of patterns.
package struct HidingRules: Sendable {
    let patterns: [HidingPattern]
    let pseudonym: (@Sendable (JSON) -> JSON)?

    /// - Parameter pseudonym: Of a scalar or a name. If it is nil, a value to hide is an error with the mismatch `hidden`.
    package init(_ patterns: [HidingPattern] = [], pseudonym: (@Sendable (JSON) -> JSON)?) {
        (self.patterns, self.pseudonym) = (patterns, pseudonym)
    }

    /// Of the whole value.
    var root: HiddenPart {
        var root = HiddenPart()
        for pattern in patterns.indices { reach(pattern, 0, in: &root) }
        return root
    }

    /// Of a child of a value.
    func part(in parent: HiddenPart, where selects: (HidingPattern.Selector) -> Bool) -> HiddenPart {
        var part = HiddenPart(values: parent.values, isMarked: parent.isMarked)
        for place in parent.places {
            let segment = patterns[place.pattern].segments[place.segment]
            if segment.isDescendant { reach(place.pattern, place.segment, in: &part) }
            if segment.selectors.contains(where: selects) { reach(place.pattern, place.segment + 1, in: &part) }
        }
        return part
    }

    private func reach(_ pattern: Int, _ segment: Int, in part: inout HiddenPart) {
        let place = HiddenPart.PatternPlace(pattern: pattern, segment: segment)
        if segment < patterns[pattern].segments.count {
            if !part.places.contains(place) { part.places.append(place) }
        } else if patterns[pattern].hidesNames {
            part.names = part.names ?? pattern
        } else {
            part.values = part.values ?? pattern
        }
    }
}

/// What is hidden in a value.
struct HiddenPart: Equatable {
    struct PatternPlace: Equatable {
        var pattern: Int
        var segment: Int
    }

    /// The segments that select among the children of the value.
    var places: [PatternPlace] = []
    /// The first pattern that hides the values here and below.
    var values: Int?
    /// The first pattern that hides the names of the members.
    var names: Int?
    /// Hides the values here and below, and the names of members that are no properties.
    var isMarked = false
    /// Of a set or dictionary: whether its names are integers.
    var hasIntegerNames: Bool?

    var hidesValues: Bool { isMarked || values != nil }
}
