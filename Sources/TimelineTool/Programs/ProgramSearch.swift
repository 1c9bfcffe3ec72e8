internal import TimelineJournal

/// Searches for the executable of a program. Pure: the environment goes in, the path comes out.
struct ProgramSearch {
    enum Result: Equatable {
        case found(String)
        /// - `built`: executables of that name under `.build` in the working folder. They are listed and never run, because
        ///   the folder may be malicious.
        case missing(lookedIn: [String], built: [String] = [])
    }

    /// The program's name; nil if the name in the file is invalid, and so must not select an executable.
    let name: ProgramName?
    /// The value of `--program`.
    var named: String?
    /// The value of `TIMELINE_PROGRAM`.
    var variable: String?
    /// The folders of the `PATH`.
    var folders: [String]
    var isExecutable: (String) -> Bool

    func result() -> Result {
        if let named { return isExecutable(named) ? .found(named) : .missing(lookedIn: ["\(named) (--program)"]) }
        if let variable, !variable.isEmpty {
            return isExecutable(variable) ? .found(variable) : .missing(lookedIn: ["\(variable) (TIMELINE_PROGRAM)"])
        }
        guard let name else {
            return .missing(lookedIn: ["nowhere: a program's name must be \(ProgramName.rule)"])
        }
        for place in folders.map({ "\($0)/\(name.executable)" }) where isExecutable(place) { return .found(place) }
        return .missing(
            lookedIn: ["\(name.executable) on the PATH"],
            built: ["release", "debug"].map { ".build/\($0)/\(name.executable)" }.filter(isExecutable))
    }
}
