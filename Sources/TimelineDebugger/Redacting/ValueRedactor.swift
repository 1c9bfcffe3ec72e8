internal import TimelineJSON
internal import TimelineKit

struct ValueRedactor {
    private let pseudonyms: Pseudonyms
    private var known: [ExactString: String] = [:]
    private static let knownLimit = 10_000

    private(set) var hiddenTexts: [String] = []
    private(set) var exposed: [(location: JSONLocation, looksHidden: Bool)] = []

    init(_ pseudonyms: Pseudonyms) { self.pseudonyms = pseudonyms }

    private struct Place {
        var hidden: HiddenPathTree
        /// Only here, a text that looks like a pseudonym is one for sure.
        var noted: HiddenPathTree
        var location = JSONLocation()
        var isHidden = false
        var isNoted = false
        /// The name of a member above should be hidden and was not: no location may show it.
        var isReported = false

        mutating func enter() {
            isHidden = isHidden || hidden.marks.contains(.values)
            isNoted = isNoted || noted.marks.contains(.values)
        }

        func below(_ token: String, _ step: JSONLocation.Step) -> Place? {
            let branch = hidden.branch(token)
            if branch.isEmpty, !isHidden { return nil }
            var place = self
            (place.hidden, place.noted) = (branch, noted.branch(token))
            place.location = location.appending(step)
            return place
        }
    }

    mutating func redact(
        _ value: JSON, _ paths: HiddenPaths, noted: HiddenPaths?, _ counts: inout PathCounts
    ) throws(JSONPathError) -> JSON? {
        (hiddenTexts, exposed) = ([], [])
        var hidden = HiddenPathTree()
        for (number, (path, names)) in paths.paths.enumerated() {
            for node in try path.nodes(in: value) {
                counts.add(node.value, at: number)
                hidden.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        if hidden.isEmpty { return nil }
        var listed = HiddenPathTree()
        for (path, names) in noted?.paths ?? [] {
            for node in (try? path.nodes(in: value)) ?? [] {
                listed.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        return redacted(value, Place(hidden: hidden, noted: listed))
    }

    private mutating func redacted(_ value: JSON, _ here: Place) -> JSON {
        var here = here
        here.enter()
        switch value {
        case .null, .bool: return value
        case .number: return here.isHidden ? hide(value, here) : value
        case .string(let text): return here.isHidden && !text.isEmpty ? hide(value, here) : value
        case .array(let elements):
            var redacted: [JSON] = []
            for (index, element) in elements.enumerated() {
                redacted.append(here.below(String(index), .index(index)).map { self.redacted(element, $0) } ?? element)
            }
            return .array(redacted)
        case .object(let object):
            let hidesNames = here.hidden.marks.contains(.names)
            if hidesNames { noteNames(of: object, here) }
            var members: [JSONObject.Member] = []
            for member in object.members {
                var below = here.below(member.key, .name(member.key))
                var name = member.key
                if hidesNames {
                    below?.isReported = here.isReported || !Pseudonyms.isOne(name)
                    name = hiddenText(name, isNoted: here.noted.marks.contains(.names))
                }
                members.append(.init(key: name, value: below.map { redacted(member.value, $0) } ?? member.value))
            }
            return .object(JSONObject(hidesNames ? members.sortedByKey() : members))
        }
    }

    private mutating func hide(_ value: JSON, _ here: Place) -> JSON {
        let looksHidden = Pseudonyms.isOne(value)
        if !here.isReported, !looksHidden || !here.isNoted {
            exposed.append((here.location, looksHidden))
        }
        // A number at a noted place may be no pseudonym, and is replaced again.
        return value.string.map { .string(hiddenText($0, isNoted: here.isNoted)) } ?? pseudonyms.of(value)
    }

    private mutating func noteNames(of object: JSONObject, _ here: Place) {
        let names = object.members.map(\.key).filter { !$0.isEmpty }
        let lookHidden = names.allSatisfy(Pseudonyms.isOne)
        if names.isEmpty || here.isReported || lookHidden && here.noted.marks.contains(.names) { return }
        exposed.append((here.location, lookHidden))
    }

    private mutating func hiddenText(_ text: String, isNoted: Bool) -> String {
        if text.isEmpty || isNoted && Pseudonyms.isOne(text) { return text }
        hiddenTexts.append(text)
        if let made = known[ExactString(text)] { return made }
        let made = pseudonyms.of(text)
        if known.count >= Self.knownLimit { known = [:] }
        known[ExactString(text)] = made
        return made
    }
}
