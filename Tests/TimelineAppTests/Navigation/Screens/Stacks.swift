import TimelineNavigation

/// A stack of numbers. A screen's id is the number that it was made with, without its sign.
typealias Stack = ScreenStack<Int, Int>

extension ScreenStack<Int, Int> {
    /// `1 push 2 sheet -3`: the root, then each screen with its style.
    init(_ text: String) {
        let words = text.split(separator: " ")
        self.init(root: Int(words[0])!, id: abs(Int(words[0])!))
        for index in stride(from: 1, to: words.count, by: 2) {
            let screen = Int(words[index + 1])!
            do {
                switch words[index] {
                case "push": try push(screen, id: abs(screen))
                case "sheet": try presentSheet(screen, id: abs(screen))
                default: try presentCover(screen, id: abs(screen))
                }
            } catch {
                preconditionFailure("\(text): \(error)")
            }
        }
    }

    var text: String { map { $0.style == .root ? "\($0.screen)" : "\($0.style) \($0.screen)" }.joined(separator: " ") }
}
