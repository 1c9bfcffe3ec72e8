package import TimelineKit

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
    /// The places of the names in the text, the outermost first; empty if the action has no name.
    private var names: [Range<Int>] = []
    /// Of the innermost action.
    package private(set) var payload: JSON?
    /// What the actions that hold it have beside it, the innermost first.
    package private(set) var owners: [JSON] = []
    private let hasArguments: Bool

    /// Nil if `text` does not begin with a JSON value.
    package init?(beginningOf text: UnsafeBufferPointer<UInt8>, withArguments hasArguments: Bool = false) {
        self.hasArguments = hasArguments
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
                if name == place { return }
                payload = value(place, without: "type", tape)
                if let only = payload?.object, only.count == 1, let value = only["payload"] { payload = value }
                return
            }
            guard let key = tape.onlyKey(of: place) else { return }
            names.append(tape.range(of: key))
            let isBinding = tape.isKey(key, "binding")
            (place, isLabeled) = (key + 2, true)
            if let unlabeled = tape.onlyKey(of: place), tape.isKey(unlabeled, "_0") {
                (place, isLabeled) = (unlabeled + 2, false)
            }
            if let action = tape.value(of: "action", in: place),
                (tape.onlyKey(of: action) ?? tape.ownName(of: action)) != nil
            {
                if let owner = value(place, without: "action", tape) { owners.insert(owner, at: 0) }
                (place, isLabeled) = (action, true)
            } else if isLabeled || tape.onlyKey(of: place).map({ !isBinding && tape.kind($0 + 2) != .object }) ?? true {
                return payload = value(place, tape)
            }
        }
    }

    /// Nil for an empty object.
    private func value(_ place: Int, without name: String? = nil, _ tape: borrowing JSONTape) -> JSON? {
        guard hasArguments, case let value = JSON(tape, at: place) else { return nil }
        guard var object = value.object else { return value }
        if let name { object[name] = nil }
        return object.isEmpty ? nil : .object(object)
    }

    package static let separator = " › "

    /// From the first to the last name: equal bytes have equal names.
    package var range: Range<Int>? { names.isEmpty ? nil : names[0].lowerBound..<names[names.count - 1].upperBound }

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

    fileprivate func isKey(_ index: Int, _ name: StaticString) -> Bool {
        isPlainKey(index, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    fileprivate func value(of name: StaticString, in index: Int) -> Int? {
        guard kind(index) == .object else { return nil }
        var key = index + 2
        while key < end(index) {
            if isKey(key, name) { return key + 2 }
            key = next(key + 2)
        }
        return nil
    }

    /// A string, or the `type` of an action of Redux.
    fileprivate func ownName(of index: Int) -> Int? {
        func isText(_ index: Int) -> Bool { kind(index) == .string || kind(index) == .escaped }
        guard let type = value(of: "type", in: index) else { return isText(index) ? index : nil }
        return isText(type) || kind(type) == .int || kind(type) == .number ? type : nil
    }
}
