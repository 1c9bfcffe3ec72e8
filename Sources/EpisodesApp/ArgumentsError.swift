/// Why the app does not start.
enum ArgumentsError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(of: String)
    case notSeconds(String, option: String)
    case unreadable(String)
    case damaged(String, why: String)
    case noHotReload(why: String)

    var description: String {
        switch self {
        case .unknown(let word): "unknown argument '\(word)'; see episodes --help"
        case .missingValue(let option): "\(option) needs a value after it; see episodes --help"
        case .notSeconds(let value, let option):
            "\(option) needs a number of seconds from 0 to \(Seconds.most), not '\(value)'"
        case .unreadable(let file): "\(file) cannot be read; --data needs a file"
        case .noHotReload(let why): "\(why); --hot-reload needs a file, or a name for one"
        case .damaged(let file, let why): "\(file) is not a file of episodes: \(why)"
        }
    }

    /// 64: asked for in a wrong way; 65: a file is not what it should be.
    var exitStatus: Int32 {
        switch self {
        case .unknown, .missingValue, .notSeconds: 64
        case .unreadable, .damaged: 65
        case .noHotReload: 73
        }
    }
}
