internal import ArgumentParser

/// A format of another tool.
enum ConversionFormat: String, CaseIterable, ExpressibleByArgument {
    case reduxDevTools = "redux-devtools"

    static let readable: [ConversionFormat] = [.reduxDevTools]

    static func list(_ formats: [ConversionFormat]) -> String {
        let names = formats.map(\.rawValue)
        return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names.last!
    }
}
