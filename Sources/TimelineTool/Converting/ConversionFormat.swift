internal import ArgumentParser

/// A format of another tool.
enum ConversionFormat: String, CaseIterable, ExpressibleByArgument {
    case reduxDevTools = "redux-devtools"
    case rkDevTools = "rk-devtools"
    case actions
    case perfetto

    static let readable: [ConversionFormat] = [.reduxDevTools, .rkDevTools, .actions]

    static func list(_ formats: [ConversionFormat]) -> String {
        let names = formats.map(\.rawValue)
        return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names.last!
    }
}
