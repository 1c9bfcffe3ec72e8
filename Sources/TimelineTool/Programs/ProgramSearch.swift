/// Where to look for the executable of a program. Pure: the environment goes in, the place comes out.
struct ProgramSearch {
    enum Result: Equatable {
        case found(String)
        case missing(lookedIn: [String])
    }

    let name: String
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
        // The name comes out of a file that may be anybody's: it must not lead elsewhere.
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return .missing(lookedIn: ["nowhere: the name is not made of letters, digits, - and _"]) }
        let executable = "\(name)-timeline"
        let built = [".build/release/\(executable)", ".build/debug/\(executable)"]
        for place in folders.map({ "\($0)/\(executable)" }) + built where isExecutable(place) { return .found(place) }
        return .missing(lookedIn: ["\(executable) on the PATH"] + built)
    }
}
