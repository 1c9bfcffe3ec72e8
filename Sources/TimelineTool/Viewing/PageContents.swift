internal import TimelineDebugger
internal import TimelineKit

enum PageContents {
    static func text(of file: String, _ header: Header) -> String {
        let file = file == "-" ? "standard input" : Layout.visible(file)
        let hidden = hidden(header)
        guard !hidden.isEmpty else {
            return """
                Nothing is hidden in \(file): the page contains every value that it recorded. `timeline redact` makes a \
                copy to pass on.
                """
        }
        return """
            Hidden in \(file): \(hidden.joined(separator: ", ")). The page contains every other value that it recorded.
            """
    }

    static func text(ofApp address: String, _ header: Header) -> String {
        let hidden = hidden(header)
        guard !hidden.isEmpty else {
            return "Nothing is hidden in the recording of \(address): the page contains every value that it recorded."
        }
        return """
            Hidden in the recording of \(address): \(hidden.joined(separator: ", ")). Steps that happen from now on are shown \
            with their real values.
            """
    }

    private static func hidden(_ header: Header) -> [String] {
        guard let note = RedactionNote(header) else { return [] }
        return note.hiddenValues + (note.marks ? ["marks"] : [])
    }
}
