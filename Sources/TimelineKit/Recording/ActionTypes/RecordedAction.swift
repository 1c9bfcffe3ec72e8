/// An action of one of the types in `List`: the `Action` of a program whose store has actions of many types.
///
///     struct RecordedCounter: Program {
///         func reduce(_ state: inout Counter, _ action: RecordedAction<CounterActions>) {
///             state = counterReducer(action: action.base, state: state)
///         }
///     }
///
///     let recorder = Recorder(program: RecordedCounter(), in: folder, action: { RecordedAction($0) })
///
/// Encoded as an object with one key, the tag of the type: `{"add":{"number":3}}`.
public struct RecordedAction<List: ActionTypeList>: Codable, Sendable {
    private let tag: String
    private let value: any Codable & Sendable

    /// Returns nil if the type of `action` is not in `List`.
    public init?(_ action: List.StoreAction) {
        guard let type = List.actionTypes.type(of: action), let value = type.cast(action) else { return nil }
        self.init(tag: type.tag, value: value)
    }

    private init(tag: String, value: any Codable & Sendable) { (self.tag, self.value) = (tag, value) }

    public var base: List.StoreAction {
        // `init(from:)` checks the type.
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
    static var tagConflicts: [String] { List.actionTypes.tagConflicts }

    static func unlisted(_ type: Any.Type) -> any Error {
        let name = ActionTag.path(of: type).joined(separator: ".")
        return JSONCodingError(
            reason: type is any (Codable & Sendable).Type
                ? "add \(name).self to \(List.self), or .adding(\(name).self, tag: \"another tag\") if its tag is taken"
                : "make \(name) Codable and add \(name).self to \(List.self)")
    }
}

protocol ListedAction: SendableMetatype {
    static var tagConflicts: [String] { get }

    static func unlisted(_ type: Any.Type) -> any Error
}
