internal import TimelineJournal

/// A backtrace as people read it.
///
///     counter-app crashed: Illegal instruction
///       0  CounterProgram.reduce(_:_:) in counter-app at /app/Sources/CounterProgram.swift:25
enum BacktraceText {
    static func text(_ log: BacktraceLog, inColour: Bool) -> String? {
        guard let backtrace = log.backtrace else { return log.text.map { Layout.visible($0, exceptLines: true) } }
        let fault = backtrace.fault.map { ": \($0)" } ?? ""
        let head = Layout.visible("\(log.process) crashed\(fault)")
        var lines = [inColour ? "\u{1B}[\(Style.bad.rawValue)m\(head)\u{1B}[0m" : head]
        let width = String(backtrace.frames.count - 1).count
        for (number, frame) in backtrace.frames.enumerated() {
            let label = Layout.right("\(number)", to: width)
            lines.append("  \(label)  \(Layout.visible(call(frame)))")
        }
        if backtrace.omitted > 0 { lines.append("  and \(Layout.count(backtrace.omitted, "more call"))") }
        return lines.joined(separator: "\n")
    }

    private static func call(_ frame: Backtrace.Frame) -> String {
        let name = frame.symbol ?? frame.address ?? "?"
        let image = frame.image.map { " in \($0)" } ?? ""
        let place = frame.file.map { " at \($0)" + (frame.line.map { ":\($0)" } ?? "") } ?? ""
        return name + image + place
    }

    /// `Counter.add(_:) at Counter.swift:12`, in few words; nil where nothing is known of it.
    static func place(_ frame: Backtrace.Frame) -> String? {
        let file = frame.file.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let place = file.map { " at \($0)" + (frame.line.map { ":\($0)" } ?? "") }
        if let symbol = frame.symbol { return symbol + (place ?? frame.image.map { " of \($0)" } ?? "") }
        return frame.image.map { image in frame.address.map { "\(image) at \($0)" } ?? image }
    }
}
