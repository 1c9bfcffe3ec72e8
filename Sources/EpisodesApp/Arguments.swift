import EpisodesCore
import TimelineRemote

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What was asked for on the command line.
struct Arguments: Equatable {
    /// Where the server's data come from; nil for those that are built in.
    var dataFile: String?

    /// How long the server takes to answer.
    var delay = Duration.milliseconds(200)

    /// The timeline to travel in; nil for that of this run.
    var travel: String?

    /// A file with the state that people edit.
    var hotReload: String?

    /// The folder, or the app that hosts, through which instances of the app share their state; nil where this one keeps its
    /// own.
    var sharedPlace: String?

    /// Where other programs may come in; nil where none may. With port 0 the system chooses one.
    var servingPort: UInt16?

    var wantsHelp = false

    static let help = """
        usage: episodes [--data FILE] [--delay SECONDS]
                        [--travel JOURNAL] [--hot-reload FILE] [--replicate PLACE]
                        [--serve [PORT]]

        Shows the episodes that are coming, and what people say about them. Reads one command a line from standard
        input, and shows the screen after each.

          --data FILE         what the server knows, instead of what is built in
          --delay SECONDS     how long the server takes to answer (default: 0.2)
          --travel JOURNAL    a timeline to look at: of another run, or a crash bundle
          --hot-reload FILE   keeps the state in a file, and takes what is saved there
          --replicate PLACE   shows one state with all that are given this folder, or
                              the URL of one that has a folder and serves
          --serve [PORT]      lets timeline send, watch and others in, on this machine,
                              with a token; unless PORT is given, at any that is free
          -h, --help          shows this
        """

    init() {}

    /// Reads `words`, the command line without the program's name.
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

    /// A folder, or the URL of an app that hosts. What looks like such a URL, and is none, is not made a folder.
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

    /// Whether the state is shared through an app that hosts.
    var sharesThroughHost: Bool { sharedPlace.map { $0.hasPrefix("http://") || $0.hasPrefix("unix:") } ?? false }

    /// What the server knows.
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
