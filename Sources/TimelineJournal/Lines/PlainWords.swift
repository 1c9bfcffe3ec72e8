/// The part of a reason that quotes nothing.
package enum PlainWords {
    /// A reason up to its first colon, where it is of plain words: `no space left on device`. What is said after a colon
    /// may be an app's own words on a value.
    package static func of(_ reason: String) -> String {
        let words = reason.prefix { $0 != ":" }
        let isPlain = words.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", " ", "/", "-": true
            default: false
            }
        }
        return isPlain ? String(words) : "not told"
    }
}
