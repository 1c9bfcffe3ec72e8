import EpisodesCore
import TimelineRemote

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command line.
struct Arguments: Equatable {
    /// The file of the server's data; nil for the built-in data.
    var dataFile: String?

    /// The response time of the server.
    var delay = Duration.milliseconds(200)

    /// How long a login is valid, in seconds.
    var loginSeconds = 1800

    /// The number of requests to post that fail before one succeeds.
    var failures = 0

    /// Whether the effects of a screen go on when it is gone.
    var keepsEffects = false

    /// The link to open at the start.
    var link: String?

    /// The timeline to travel in; nil for that of this run.
    var travel: String?

    /// The folder of this run's recording and of the reports on earlier runs that crashed; nil for neither.
    var crashReports: String?

    /// A file with the state, for people to edit.
    var hotReload: String?

    /// The folder, or the URL of an instance that serves, through which instances share their state; nil for no sharing.
    var sharedPlace: String?

    /// The port for remote clients; nil to serve none, 0 for a free port.
    var servingPort: UInt16?

    var wantsHelp = false

    static let help = """
        usage: episodes [--open LINK] [--data FILE] [--delay SECONDS] [--login SECONDS]
                        [--failures N] [--keep-effects]
                        [--crash-reports FOLDER] [--travel FILE] [--hot-reload FILE]
                        [--replicate PLACE] [--serve [PORT]]

        Lists upcoming episodes and the comments on them. Reads one command per line from standard input, and shows
        the screen after each.

          --open LINK         opens a link at the start: episodes://episode/3/comments
          --data FILE         the server's data (default: built in)
          --delay SECONDS     the server's response time (default: 0.2)
          --login SECONDS     how long a login is valid (default: 1800)
          --failures N        fails the first N requests to post (default: 0)
          --keep-effects      does not cancel the effects of a screen when it is gone, which shows a bug
          --crash-reports FOLDER
                              records in a folder, and names the bundle of each run there that crashed
          --travel FILE       travels in this timeline: of another run, or a crash bundle
          --hot-reload FILE   writes the state to a file, and reloads it when the file is saved
          --replicate PLACE   shares the state with all instances that have this folder, or
                              with the instance at this URL, which has a folder and serves
          --serve [PORT]      serves timeline send, timeline watch and others on this machine,
                              with a token (default: a free port)
          -h, --help          shows this help
        """

    init() {}

    /// Parses the command line without the program's name.
    init(_ words: [String]) throws(StartError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            func nextValue() throws(StartError) -> String {
                guard let value = rest.popFirst() else {
                    throw StartError(.usage, "\(word) needs a value after it; see episodes --help")
                }
                return value
            }
            switch word {
            case "-h", "--help": wantsHelp = true
            case "--data": dataFile = try nextValue()
            case "--open": link = try nextValue()
            case "--keep-effects": keepsEffects = true
            case "--login": loginSeconds = try Self.count(try nextValue(), of: "seconds", for: word)
            case "--failures": failures = try Self.count(try nextValue(), of: "failures", for: word)
            case "--crash-reports": crashReports = try nextValue()
            case "--travel": travel = try nextValue()
            case "--hot-reload": hotReload = try nextValue()
            case "--delay":
                let value = try nextValue()
                guard let seconds = Seconds(value) else {
                    throw StartError(
                        .usage, "\(word) needs a number of seconds from 0 to \(Seconds.most), not '\(value)'")
                }
                delay = seconds.duration
            case "--replicate": sharedPlace = try Self.sharedPlace(try nextValue())
            case "--serve":
                servingPort = 0
                guard let value = rest.first, !value.hasPrefix("-") else { continue }
                guard let port = UInt16(value), port > 0 else {
                    throw StartError(
                        .usage, "--serve needs a port from 1 to 65535 after it, or none, not '\(value)'")
                }
                servingPort = port
                rest.removeFirst()
            default:
                throw StartError(.usage, "unknown argument '\(RemoteToken.masked(in: word))'; see episodes --help")
            }
        }
    }

    private static func count(_ text: String, of what: String, for word: String) throws(StartError) -> Int {
        guard let count = Int(text), 0...Seconds.most ~= count else {
            throw StartError(.usage, "\(word) needs a number of \(what) from 0 to \(Seconds.most), not '\(text)'")
        }
        return count
    }

    /// A folder, or the URL of an instance that serves. A malformed URL is an error, and never becomes a folder.
    private static func sharedPlace(_ place: String) throws(StartError) -> String {
        if place.contains("://") || place.hasPrefix("unix:") || RemoteToken.masked(in: place) != place {
            guard ["http:", "unix:"].contains(where: place.hasPrefix), RemoteAddress(place) != nil else {
                throw StartError(.usage, RemoteAddress.refusal(of: RemoteToken.masked(in: place)))
            }
        } else if let address = RemoteAddress(place), !FileManager.default.fileExists(atPath: place) {
            throw StartError(
                .usage,
                "--replicate \(place) is not a folder; write \(address) for an app that serves, ./\(place) for a new folder"
            )
        }
        return place
    }

    /// Whether the state is shared through an instance that serves.
    var sharesThroughHost: Bool { sharedPlace.map { $0.hasPrefix("http://") || $0.hasPrefix("unix:") } ?? false }

    func serverData() throws(StartError) -> ServerData {
        guard let dataFile else { return .builtIn }
        guard let bytes = try? Data(contentsOf: URL(filePath: dataFile)) else {
            throw StartError(.badFile, "\(dataFile) cannot be read; --data needs a file")
        }
        do { return try ServerData(file: bytes) } catch {
            throw StartError(.badFile, "\(dataFile) is not a file of episodes: \(error)")
        }
    }
}

/// Why the app does not start.
struct StartError: Error, CustomStringConvertible {
    enum ExitStatus: Int32 {
        case usage = 64
        case badFile = 65
        /// A port or an app is not available.
        case unavailable = 69
        case cannotCreate = 73
    }

    let exitStatus: ExitStatus
    let description: String

    init(_ exitStatus: ExitStatus, _ description: String) {
        self.exitStatus = exitStatus
        self.description = description
    }
}

/// A duration in seconds: `2`, `0.5`.
struct Seconds {
    /// One day.
    static let most = 86_400

    let duration: Duration

    /// Returns nil unless `text` is a number from 0 to `most`.
    init?(_ text: String) {
        guard let value = Double(text), value >= 0, value <= Double(Self.most) else { return nil }
        duration = .seconds(value)
    }
}
