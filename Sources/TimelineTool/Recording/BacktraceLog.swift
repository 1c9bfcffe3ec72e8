internal import TimelineKit

/// The file that Swift's backtracer wrote for one crashed process. It is untrusted: any process of the run may write it.
struct BacktraceLog: Equatable {
    let process: String
    let id: Int?
    let backtrace: Backtrace?
    /// Of a runtime without JSON backtraces. It may contain the app's memory, so it is printed and never stored.
    let text: String?

    static let byteLimit = 4 << 20
    private static let frameLimit = 64
    private static let textLimit = 1000
    /// In bytes.
    private static let noteLimit = 16 << 10

    init(name: String, bytes: [UInt8]) {
        let parts = name.split(separator: "-")
        id = parts.count >= 3 ? Int(parts[parts.count - 2]) : nil
        process = id == nil ? "a process" : parts.dropLast(2).joined(separator: "-")
        backtrace = (try? JSON(parsing: bytes)).flatMap { Self.backtrace(of: $0) }
        text = backtrace == nil && !name.hasSuffix(".json") ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Reads only what cannot hold a value of the app: not the registers, the memory, nor the address of the fault.
    private static func backtrace(of log: JSON) -> Backtrace? {
        guard let log = log.object, log["kind"]?.string == "crashReport",
            let thread = log["threads"]?.array?.first(where: { $0.object?["crashed"]?.bool == true })?.object,
            let calls = thread["frames"]?.array
        else { return nil }
        let images = (log["images"]?.array ?? []).compactMap { Image($0) }
        var frames: [Backtrace.Frame] = []
        var omitted = 0
        for call in calls {
            guard let call = call.object else { continue }
            if call["kind"]?.string == "omittedFrames" {
                omitted += max(0, min(call["count"]?.int ?? 0, 1 << 40))
                continue
            }
            // Repeats the description of the fault as a frame.
            if call["runtimeFailure"]?.bool == true { continue }
            guard let frame = frame(of: call, images) else { continue }
            if frames.count < frameLimit { frames.append(frame) } else { omitted += 1 }
        }
        guard !frames.isEmpty else { return nil }
        return Backtrace(fault: log["description"]?.string.map(short), frames: frames, omitted: omitted)
            .cut(to: noteLimit)
    }

    private static func frame(of call: JSONObject, _ images: [Image]) -> Backtrace.Frame? {
        let image = call["image"]?.string
        let place = call["sourceLocation"]?.object
        let line = place?["line"]?.int.flatMap { (1...1 << 40).contains($0) ? $0 : nil }
        let frame = Backtrace.Frame(
            symbol: symbol(of: call).map(short),
            file: line == nil ? nil : place?["file"]?.string.map { short(portable($0)) },
            line: line, image: image.map { short(portable($0)) },
            // An address outside all images may be a value of the app.
            address: number(call["address"]).flatMap { address in
                images.first { $0.name == image && $0.range.contains(address) }
                    .map { "0x" + String(address - $0.range.lowerBound, radix: 16) }
            })
        return frame.symbol == nil && frame.image == nil ? nil : frame
    }

    private static func symbol(of call: JSONObject) -> String? {
        guard var name = call["description"]?.string ?? call["symbol"]?.string, name != "<unknown>" else { return nil }
        if let offset = call["offset"]?.int, name.hasSuffix(" + \(offset)") { name.removeLast(" + \(offset)".count) }
        return name
    }

    /// No path of the machine: of a file in a package its path in the package, `Sources/App/View.swift`, of others the name.
    private static func portable(_ path: String) -> String {
        let parts = path.split { $0 == "/" || $0 == "\\" }
        let start = parts.dropLast().lastIndex { $0 == "Sources" || $0 == "Tests" } ?? max(0, parts.count - 1)
        return parts.dropFirst(start).joined(separator: "/")
    }

    private static func short(_ text: String) -> String { Layout.cut(text, to: textLimit) }

    private struct Image {
        let name: String
        let range: Range<UInt64>

        init?(_ value: JSON) {
            guard let object = value.object, let name = object["name"]?.string,
                let first = number(object["baseAddress"]), let end = number(object["endOfText"]), first < end
            else { return nil }
            self.name = name
            range = first..<end
        }
    }

    private static func number(_ value: JSON?) -> UInt64? {
        value?.string.flatMap { $0.hasPrefix("0x") ? UInt64($0.dropFirst(2), radix: 16) : nil }
    }

    func printed(inColor: Bool) -> String? {
        guard let backtrace else { return text.map { Layout.visible($0, exceptLines: true) } }
        let fault = backtrace.fault.map { ": \($0)" } ?? ""
        let head = Layout.visible("\(process) crashed\(fault)")
        var lines = [inColor ? Style.bad.applied(to: head) : head]
        let width = String(backtrace.frames.count - 1).count
        for (number, frame) in backtrace.frames.enumerated() {
            let name = frame.symbol ?? frame.address ?? "?"
            let image = frame.image.map { " in \($0)" } ?? ""
            let place = frame.file.map { " at \($0)" + (frame.line.map { ":\($0)" } ?? "") } ?? ""
            lines.append("  \(Layout.right("\(number)", to: width))  \(Layout.visible(name + image + place))")
        }
        if backtrace.omitted > 0 { lines.append("  and \(Layout.count(backtrace.omitted, "more frame"))") }
        return lines.joined(separator: "\n")
    }
}
