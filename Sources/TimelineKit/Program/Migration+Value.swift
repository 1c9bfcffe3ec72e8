extension Migration {
    /// A recorded JSON value.
    ///
    /// A case of an enum is an object with one member: `.added(id: 3)` is `{"added":{"id":3}}`. Literals make values:
    /// `state["page"] = 0`.
    public struct Value: Sendable, Equatable {
        var json: JSON

        /// Encodes a value, as a recorder does.
        ///
        /// - Throws: The error of the value's `encode(to:)`.
        public init(encoding value: some Encodable) throws { json = try JSONCoding.encode(value).value }

        init(_ json: JSON) { self.json = json }

        public static let null = Value(JSON.null)

        /// Decodes the value.
        ///
        /// - Throws: An error that names the place of the first part that cannot be decoded.
        public func decoded<Decoded: Decodable>(as type: Decoded.Type) throws -> Decoded {
            try JSONCoding.decode(type, from: JSONText(json))
        }

        /// The member of an object with this key; nil if there is none, and if the value is not an object.
        ///
        /// Setting a new key adds a member, and setting nil removes one. Setting a member of another value than an object does
        /// nothing.
        public subscript(key: String) -> Value? {
            get { json.object?[key].map(Value.init) }
            set {
                guard var object = json.object else { return }
                object[key] = newValue?.json
                json = .object(object)
            }
        }

        /// Changes the key of a member. Does nothing if there is no such member, or if one with the new key exists.
        public mutating func rename(_ key: String, to newKey: String) {
            guard let object = json.object, object[key] != nil, object[newKey] == nil else { return }
            json = .object(
                JSONObject(
                    object.members.map { $0.key == key ? .init(key: newKey, value: $0.value) : $0 }))
        }

        /// Changes each element of an array. Does nothing if the value is not an array.
        public mutating func updateElements(_ update: (_ element: inout Value) throws -> Void) rethrows {
            guard let elements = json.array else { return }
            json = .array(
                try elements.map { element in
                    var value = Value(element)
                    try update(&value)
                    return value.json
                })
        }
    }
}

extension Migration.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self.init(JSON.string(value)) }

    public init(booleanLiteral value: Bool) { self.init(JSON.bool(value)) }

    public init(integerLiteral value: Int) { self.init(JSON.int(value)) }

    /// - Precondition: The number is finite.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(text: "\(value)") else { preconditionFailure("\(value) is no JSON number") }
        self.init(JSON.number(number))
    }

    public init(arrayLiteral elements: Migration.Value...) { self.init(JSON.array(elements.map(\.json))) }

    /// Of members with one key the first remains.
    public init(dictionaryLiteral members: (String, Migration.Value)...) {
        self.init(JSON.object(JSONObject(members.map { .init(key: $0.0, value: $0.1.json) })))
    }
}
