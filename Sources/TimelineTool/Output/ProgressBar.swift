/// A progress bar on standard error. It is drawn only on a terminal, and only after half a second.
struct ProgressBar {
    private let title: String
    private let start = ContinuousClock.now
    private var lastDrawn = ContinuousClock.now
    private var isDrawn = false

    init(_ title: String) { self.title = title }

    mutating func update(_ done: Int, of total: Int) {
        guard total > 0, isDue() else { return }
        // 8 columns: two spaces, the percentage (`100 %`), and an empty last column, so that the cursor stays on the line.
        let width = max(1, min(30, StandardError.columns - title.count - 8))
        let filled = min(width, width * done / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        StandardError.writeRaw("\r\(title) \(bar) \(100 * done / total) %")
    }

    /// Shows a text in place of the bar, where the end is unknown.
    mutating func update(_ text: String) {
        guard isDue() else { return }
        StandardError.writeRaw("\r\u{1B}[K" + Layout.cut("\(title): \(text)", to: StandardError.columns - 1))
    }

    private mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        guard StandardError.isTerminal, now - start > .milliseconds(500), now - lastDrawn > .milliseconds(100) else {
            return false
        }
        lastDrawn = now
        isDrawn = true
        return true
    }

    mutating func finish() {
        if isDrawn { StandardError.writeRaw("\r\u{1B}[K") }
        isDrawn = false
    }
}
