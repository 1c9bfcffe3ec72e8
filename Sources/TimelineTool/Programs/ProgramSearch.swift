internal import TimelineJournal
internal import TimelineSystem

enum ProgramSearch {
    case found(String)
    /// Executables of that name under `.build` in the working folder are listed and never run: the folder may be malicious.
    case missing(lookedIn: [String], built: [String] = [])

    init(_ name: String, named: String?) {
        let variable = Environment["TIMELINE_PROGRAM"].flatMap { $0.isEmpty ? nil : $0 }
        if let path = named ?? variable {
            let source = named == nil ? "TIMELINE_PROGRAM" : "--program"
            self = FileSystem.isExecutable(path) ? .found(path) : .missing(lookedIn: ["\(path) (\(source))"])
            return
        }
        guard let name = ProgramName(name) else {
            self = .missing(lookedIn: ["nowhere: a program's name must be \(ProgramName.rule)"])
            return
        }
        let places = Environment.searchPath.map { "\($0)/\(name.executable)" }
        if let place = places.first(where: FileSystem.isExecutable) {
            self = .found(place)
            return
        }
        let built = ["release", "debug"].map { ".build/\($0)/\(name.executable)" }.filter(FileSystem.isExecutable)
        self = .missing(lookedIn: ["\(name.executable) on the PATH"], built: built)
    }
}
