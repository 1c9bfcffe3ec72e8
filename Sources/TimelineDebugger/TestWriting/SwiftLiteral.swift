package import TimelineJSON

package enum SwiftLiteral {
    /// `.add(amount: 5)`; nil if it holds other than standard types, or its coding is not the synthesized one. A private case does not
    /// compile in a test, which is not known here.
    package static func of(_ action: Any, encoded: JSON) -> String? {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum, !describesItself(action), let text = literal(mirror, action),
            let key = encoded.object?.members.first?.key, encoded.object?.count == 1,
            text == ".\(key)" || text.hasPrefix(".\(key)(")
        else { return nil }
        return text
    }

    /// Its description or mirror may be anything.
    private static func describesItself(_ value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable || value is any CustomReflectable
    }

    /// Names that mean something else after a period.
    private static let reservedNames: Set = ["init", "self", "Type", "Protocol"]

    private static func of(_ value: Any) -> String? {
        switch value {
        case let value as Bool: return "\(value)"
        case let value as any BinaryInteger: return "\(value)"
        case let value as Double: return value.isFinite ? "\(value)" : nil
        case let value as Float: return value.isFinite ? "\(value)" : nil
        case let value as String: return value.debugDescription
        default: return literal(Mirror(reflecting: value), value)
        }
    }

    private static func literal(_ mirror: Mirror, _ value: Any) -> String? {
        switch mirror.displayStyle {
        case .optional:
            guard let some = mirror.children.first else { return "nil" }
            // `nil` in an optional that holds an optional is the outer one.
            return of(some.value).flatMap { $0 == "nil" ? nil : $0 }
        case .collection where value is [Any]:
            let elements = mirror.children.map { of($0.value) }
            return elements.contains(nil) ? nil : "[\(elements.compactMap(\.self).joined(separator: ", "))]"
        case .enum where !describesItself(value):
            guard let payload = mirror.children.first else {
                let name = "\(value)"
                return reservedNames.contains(name) ? nil : ".\(name)"
            }
            guard let name = payload.label, !reservedNames.contains(name), let arguments = arguments(payload.value)
            else { return nil }
            return ".\(name)(\(arguments))"
        default: return nil
        }
    }

    private static func arguments(_ payload: Any) -> String? {
        let mirror = Mirror(reflecting: payload)
        guard mirror.displayStyle == .tuple else { return of(payload) }
        let arguments = mirror.children.map { child -> String? in
            guard let literal = of(child.value) else { return nil }
            guard let label = child.label, !label.hasPrefix(".") else { return literal }
            return "\(label): \(literal)"
        }
        return arguments.contains(nil) ? nil : arguments.compactMap(\.self).joined(separator: ", ")
    }
}
