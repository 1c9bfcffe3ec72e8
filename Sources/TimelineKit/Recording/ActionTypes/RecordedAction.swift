/// An action of a type that `List` names: the `Action` of the program of a store whose actions are of many types.
///
///     struct RecordedCounter: Program {
///         func reduce(_ state: inout Counter, _ action: RecordedAction<CounterActions>) {
///             state = counterReducer(action: action.base, state: state)
///         }
///     }
///
///     let recorder = Recorder(program: RecordedCounter(), in: folder, action: { RecordedAction($0) })
///
/// It is written as an object of one key, the tag of the type: `{"add":{"number":3}}`.
public struct RecordedAction<List: ActionTypeList>: Codable, Sendable {
    private let tag: String
    private let value: any Codable & Sendable

    /// The recorded form of `action`; nil where `List` does not name its type.
    public init?(_ action: List.StoreAction) {
        guard let type = List.actionTypes.type(of: action), let value = type.cast(action) else { return nil }
        self.init(tag: type.tag, value: value)
    }

    private init(tag: String, value: any Codable & Sendable) {
        self.tag = tag
        self.value = value
    }

    /// The action, as the store knows it.
    public var base: List.StoreAction {
        // Made from one, or checked where it was decoded.
        value as! List.StoreAction
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ActionTag.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "an action is an object of one key, the tag of its type"))
        }
        guard let type = List.actionTypes.type(tagged: key.stringValue) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription:
                    "no type of \(List.self) has the tag \"\(key.stringValue)\", only: "
                    + List.actionTypes.tags.joined(separator: ", "))
        }
        let value = try type.decode(container, key)
        guard value is List.StoreAction else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "\(type.name) is not of type \(List.StoreAction.self)")
        }
        self.init(tag: type.tag, value: value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ActionTag.self)
        try container.encode(value, forKey: ActionTag(stringValue: tag))
    }
}

extension RecordedAction: ListedAction {
    static var clashes: [String] { List.actionTypes.clashes }

    static func unlisted(_ type: Any.Type) -> any Error {
        UnlistedAction(
            list: "\(List.self)", type: ActionTag.path(of: type).joined(separator: "."),
            isCodable: type is any (Codable & Sendable).Type)
    }
}

/// What a recorder asks of `RecordedAction`, whatever its list is.
protocol ListedAction {
    /// Two types with one tag, each as a sentence.
    static var clashes: [String] { get }

    /// Why an action of `type` has no recorded form.
    static func unlisted(_ type: Any.Type) -> any Error
}

/// An action whose type its list does not name, or has no tag for.
private struct UnlistedAction: Error, CustomStringConvertible {
    let list: String
    let type: String
    let isCodable: Bool

    var description: String {
        isCodable
            ? "add \(type).self to \(list), or Named(\"another tag\", \(type).self) if its tag is taken"
            : "make \(type) Codable and add \(type).self to \(list)"
    }
}
