internal import TimelineDebugger
internal import TimelineKit

enum PageContents {
    static func text(of file: String, _ header: Header) -> String {
        let file = file == "-" ? "standard input" : Layout.visible(file)
        if let hidden = hidden(header) {
            return "Hidden in \(file): \(hidden). The page contains every other value that it recorded."
        }
        return """
            Nothing is hidden in \(file): the page contains every value that it recorded. `timeline redact` makes a \
            copy to pass on.
            """
    }

    static func text(ofApp address: String, _ header: Header) -> String {
        guard let hidden = hidden(header) else {
            return "Nothing is hidden in the recording of \(address): the page contains every value that it recorded."
        }
        return """
            Hidden in the recording of \(address): \(hidden). Steps that happen from now on are shown \
            with their real values.
            """
    }

    private static func hidden(_ header: Header) -> String? {
        guard let note = RedactionNote(header) else { return nil }
        let hidden = note.hiddenValues + (note.marks ? ["marks"] : [])
        return hidden.isEmpty ? nil : hidden.joined(separator: ", ")
    }
}
