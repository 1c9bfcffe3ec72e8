internal import ArgumentParser

enum ConversionFormat: String, CaseIterable {
    case reduxDevTools = "redux-devtools"
    case actions
    case perfetto

    static let all = allCases.map(\.rawValue)
    static let readable = all.filter { $0 != perfetto.rawValue }

    static func one(of names: [String]) -> @Sendable (String) throws -> ConversionFormat {
        { name in
            guard names.contains(name), let format = ConversionFormat(rawValue: name) else {
                throw ValidationError("expected \(Layout.list(names, "or"))")
            }
            return format
        }
    }
}
