import TimelineRemote

/// Why the app does not start.
enum ArgumentsError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(of: String)
    case notSeconds(String, option: String)
    case notPort(String)
    case unreadable(String)
    case damaged(String, why: String)
    case notApp(String)
    case noFolder(String, url: String)
    case noHotReload(why: String)
    case notShared(why: String)
    case notJoined(why: String)
    case notServed(why: String)

    var description: String {
        switch self {
        case .unknown(let word): "unknown argument '\(RemoteToken.masked(in: word))'; see episodes --help"
        case .missingValue(let option): "\(option) needs a value after it; see episodes --help"
        case .notSeconds(let value, let option):
            "\(option) needs a number of seconds from 0 to \(Seconds.most), not '\(value)'"
        case .notPort(let value): "--serve needs a port from 1 to 65535 after it, or none, not '\(value)'"
        case .notApp(let place): RemoteAddress.refusal(of: place)
        case .noFolder(let place, let url):
            "--replicate \(place) is not a folder; write \(url) for an app that serves, ./\(place) for a new folder"
        case .unreadable(let file): "\(file) cannot be read; --data needs a file"
        case .noHotReload(let why): "\(why); --hot-reload needs a file, or the path of a new one"
        case .damaged(let file, let why): "\(file) is not a file of episodes: \(why)"
        case .notShared(let why), .notJoined(let why): why
        case .notServed(let why): "cannot serve: \(why)"
        }
    }

    /// 64: usage; 65: an invalid file; 69: a port or an app is not available; 73: a file cannot be created.
    var exitStatus: Int32 {
        switch self {
        case .unknown, .missingValue, .notSeconds, .notPort, .notApp, .noFolder: 64
        case .unreadable, .damaged: 65
        case .notJoined, .notServed: 69
        case .noHotReload, .notShared: 73
        }
    }
}
