/// Colour that carries meaning; plain where there is none.
enum Style: String {
    case bold = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case changed = "33"

    func callAsFunction(_ text: String) -> String {
        StandardOutput.hasColour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
