/// What an action is called, and its arguments, in every output: from how `Codable` encodes an enumeration.
///
///     {"add":{"amount":3}}                                        add {"amount":3}
///     {"add":{"_0":3}}                                            add 3
///     {"screen":{"action":{"rowTapped":{"row":2}},"id":7}}        screen › rowTapped {"row":2} in {"id":7}
///     {"path":{"_0":{"popFrom":{"id":1}}}}                        path › popFrom {"id":1}
///     {"form":{"_0":{"binding":{"_0":{"title":"Design"}}}}}       form › binding › title "Design"
///     {"type":"add","payload":3}, an action of Redux              add 3
///
/// The only key of an action is its name. What the key holds is its payload, or, where that is `{"_0":…}`, the value without a label. The
/// payload has an action, whose name is joined to the first one, in two forms:
///
/// - A member `action`, with a name of its own. The other members of the payload say which one: the identifier of an element, for example.
/// - A value without a label that has one key, and an object behind it. A value with a label is an argument, as is a structure of several
///   members, or of one that is no object. The field of a `binding` is part of the name, whatever its value is.
package struct ActionLabel {
    /// A part of the text. Of an object, the member `without` is left out.
    private struct Argument {
        let range: Range<Int>
        var without: String?
    }

    /// The places of the names in the text, the outermost first; empty if the action has no name.
    private var names: [Range<Int>] = []
    private var payload: Argument?
    /// Beside the members `action`, the innermost first.
    private var owners: [Argument] = []

    /// Nil if `text` does not begin with a JSON value.
    package init?(beginningOf text: UnsafeBufferPointer<UInt8>) {
        var tape = JSONTape()
        do throws(JSONError) { try JSONParser.parse(text, into: &tape, isPrefix: true) } catch { return nil }
        read(tape)
    }

    private mutating func read(_ tape: borrowing JSONTape) {
        var place = 0
        var isLabeled = true
        while true {
            if isLabeled, let name = tape.ownName(of: place) {
                names.append(tape.range(of: name))
                if name != place { payload = Self.reduxPayload(of: place, type: name, tape) }
                return
            }
            guard let key = tape.onlyKey(of: place) else { return }
            names.append(tape.range(of: key))
            place = key + 2
            isLabeled = true
            if let unlabeled = tape.onlyKey(of: place), tape.key(unlabeled) == "_0" {
                (place, isLabeled) = (unlabeled + 2, false)
            }
            if let action = tape.value(of: "action", in: place), tape.isAction(action) {
                if tape.onlyKey(of: place) == nil {
                    owners.insert(Argument(range: tape.range(of: place), without: "action"), at: 0)
                }
                (place, isLabeled) = (action, true)
            } else if isLabeled || !tape.isNestedAction(place, isBinding: tape.key(key) == "binding") {
                if !tape.isEmptyObject(place) { payload = Argument(range: tape.range(of: place)) }
                return
            }
        }
    }

    private static func reduxPayload(of place: Int, type: Int, _ tape: borrowing JSONTape) -> Argument? {
        let others = tape.keys(of: place, upTo: tape.end(place)).filter { $0 + 2 != type }
        if others.count == 1, tape.key(others[0]) == "payload" { return Argument(range: tape.range(of: others[0] + 2)) }
        return others.isEmpty ? nil : Argument(range: tape.range(of: place), without: "type")
    }

    // MARK: - Texts

    package static let separator = " › "

    /// From the first to the last name: equal bytes have equal names.
    package var range: Range<Int>? {
        names.first.flatMap { first in names.last.map { first.lowerBound..<$0.upperBound } }
    }

    /// `screen › rowTapped`; empty if the action has no name.
    package func name(in text: UnsafeBufferPointer<UInt8>) -> String {
        names.map { Self.string(UnsafeBufferPointer(rebasing: text[$0])) }.joined(separator: Self.separator)
    }

    /// A string or a key, without its quotes, or a number.
    package static func string(_ text: UnsafeBufferPointer<UInt8>) -> String {
        guard text.first == UInt8(ascii: "\"") else { return String(decoding: text, as: UTF8.self) }
        let inside = text[1..<max(1, text.count - 1)]
        return inside.contains(UInt8(ascii: "\\"))
            ? (try? JSON(parsing: text))?.string ?? "" : String(decoding: inside, as: UTF8.self)
    }

    /// The payload of the innermost action, and what the actions that hold it have beside it, the innermost first.
    package func arguments(in text: UnsafeBufferPointer<UInt8>) -> (payload: JSON?, owners: [JSON]) {
        func value(_ argument: Argument) -> JSON? {
            guard let value = try? JSON(parsing: UnsafeBufferPointer(rebasing: text[argument.range])) else {
                return nil
            }
            guard let name = argument.without, var object = value.object else { return value }
            object[name] = nil
            return .object(object)
        }
        return (payload.flatMap(value), owners.compactMap(value))
    }
}

extension JSONText {
    /// The name of an action: see `ActionLabel`.
    package var actionType: String { withBytes { ActionLabel(beginningOf: $0)?.name(in: $0) } ?? "" }
}

extension JSONTape {
    fileprivate func onlyKey(of index: Int) -> Int? {
        guard kind(index) == .object, end(index) > index + 2, next(index + 4) >= end(index) else { return nil }
        return index + 2
    }

    fileprivate func isEmptyObject(_ index: Int) -> Bool { kind(index) == .object && end(index) == index + 2 }

    fileprivate func value(of name: String, in index: Int) -> Int? {
        guard kind(index) == .object else { return nil }
        var key = index + 2
        while key < end(index) {
            if self.key(key) == name { return key + 2 }
            key = next(key + 2)
        }
        return nil
    }

    /// A string, or the `type` of an action of Redux.
    fileprivate func ownName(of index: Int) -> Int? {
        func isText(_ index: Int) -> Bool { [.string, .escaped].contains(kind(index)) }
        if isText(index) { return index }
        return value(of: "type", in: index).flatMap { isText($0) || [.int, .number].contains(kind($0)) ? $0 : nil }
    }

    fileprivate func isAction(_ index: Int) -> Bool { onlyKey(of: index) != nil || ownName(of: index) != nil }

    fileprivate func isNestedAction(_ index: Int, isBinding: Bool) -> Bool {
        onlyKey(of: index).map { isBinding || kind($0 + 2) == .object } ?? false
    }
}
