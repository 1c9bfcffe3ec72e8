package import TimelineKit

package struct MigrationAdvice: Equatable, Sendable, CustomStringConvertible {
    package let part: Migration.Part
    package let error: JSONCodingError
    package let recorded: String
    package let present: String

    package var description: String {
        let isOlder = VersionOrder.precedes(recorded, present)
        let start =
            isOlder
            ? "Version \(recorded) recorded it, and this is \(present).\nIf the schema changed, declare in the program how:"
            : "Version \(recorded) of the program recorded it, or it was edited.\n"
                + "If the schema changed since, give the program a new version, and declare how:"
        return """
            \(start)

              let migrations: [Migration] = [
                  .\(part.rawValue)s(to: "\(isOlder ? present : "NEW VERSION")") { \(part.rawValue) in
                      \(change)
                  }
              ]
            """
    }

    /// The statement that changes the value. What only the authors of the program know is `…`.
    private var change: String {
        var target = part.rawValue
        var closing = ""
        for step in error.location.steps {
            switch step {
            case .name(let name): target += "[\(name.debugDescription)]?"
            case .index:
                target += ".updateElements { $0"
                closing += " }"
            }
        }
        switch error.mismatch {
        case .missingKey(let key): return "\(target)[\(key.debugDescription)] = …\(closing)"
        case .unknownCase(let name): return "\(target).rename(\(name.debugDescription), to: …)\(closing)"
        case .other, .hidden:
            let assigned = target.hasSuffix("?") ? String(target.dropLast()) : target
            return "\(assigned) = …\(closing)"
        }
    }
}
