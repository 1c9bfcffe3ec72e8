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

    /// The timeline to travel in; nil for that of this run.
    var travel: String?

    /// A file with the state, for people to edit.
    var hotReload: String?

    /// The folder, or the URL of an instance that serves, through which instances share their state; nil for no sharing.
    var sharedPlace: String?

    /// The port for remote clients; nil to serve none, 0 for a free port.
    var servingPort: UInt16?

    var wantsHelp = false

    static let help = """
        usage: episodes [--data FILE] [--delay SECONDS]
                        [--travel JOURNAL] [--hot-reload FILE] [--replicate PLACE]
                        [--serve [PORT]]

        Lists upcoming episodes and the comments on them. Reads one command per line from standard input, and shows
        the screen after each.

          --data FILE         the server's data (default: built in)
          --delay SECONDS     the server's response time (default: 0.2)
          --travel JOURNAL    travels in this timeline: of another run, or a crash bundle
          --hot-reload FILE   writes the state to a file, and reloads it when the file is saved
          --replicate PLACE   shares the state with all instances that have this folder, or
                              with the instance at this URL, which has a folder and serves
          --serve [PORT]      serves timeline send, timeline watch and others on this machine,
                              with a token (default: a free port)
          -h, --help          shows this help
        """

    init() {}

    /// Parses the command line without the program's name.
    init(_ words: [String]) throws(ArgumentsError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help": wantsHelp = true
            case "--data":
                guard let file = rest.popFirst() else { throw .missingValue(of: word) }
                dataFile = file
            case "--travel":
                guard let file = rest.popFirst() else { throw .missingValue(of: word) }
                travel = file
            case "--hot-reload":
                guard let file = rest.popFirst() else { throw .missingValue(of: word) }
                hotReload = file
            case "--delay":
                guard let value = rest.popFirst() else { throw .missingValue(of: word) }
                guard let seconds = Seconds(value) else { throw .notSeconds(value, option: word) }
                delay = seconds.duration
            case "--replicate":
                guard let place = rest.popFirst() else { throw .missingValue(of: word) }
                sharedPlace = try Self.sharedPlace(place)
            case "--serve":
                servingPort = 0
                guard let value = rest.first, !value.hasPrefix("-") else { continue }
                guard let port = UInt16(value), port > 0 else { throw .notPort(value) }
                servingPort = port
                rest.removeFirst()
            default: throw .unknown(word)
            }
        }
    }

    /// A folder, or the URL of an instance that serves. A malformed URL is an error, and never becomes a folder.
    private static func sharedPlace(_ place: String) throws(ArgumentsError) -> String {
        if place.contains("://") || place.hasPrefix("unix:") || RemoteToken.masked(in: place) != place {
            guard ["http:", "unix:"].contains(where: place.hasPrefix), RemoteAddress(place) != nil else {
                throw .notApp(RemoteToken.masked(in: place))
            }
        } else if let address = RemoteAddress(place), !FileManager.default.fileExists(atPath: place) {
            throw .noFolder(place, url: "\(address)")
        }
        return place
    }

    /// Whether the state is shared through an instance that serves.
    var sharesThroughHost: Bool { sharedPlace.map { $0.hasPrefix("http://") || $0.hasPrefix("unix:") } ?? false }

    func serverData() throws(ArgumentsError) -> ServerData {
        guard let dataFile else { return .builtIn }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: dataFile))
        } catch {
            throw .unreadable(dataFile)
        }
        do {
            return try ServerData(file: bytes)
        } catch {
            throw .damaged(dataFile, why: "\(error)")
        }
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
