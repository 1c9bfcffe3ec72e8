/// The name that stands for an action without JSON in a recording under redaction: `LoginAction.failing`.
enum OpaqueName {
    /// Whether these words are such a name: identifiers, with dots between or in the brackets of a generic type.
    static func isOne(_ words: String) -> Bool {
        !words.isEmpty
            && words.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "<", ">": true
                default: false
                }
            }
    }
}
