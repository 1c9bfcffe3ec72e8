internal import TimelineJSON
internal import TimelineJournal

/// What Swift's backtracer wrote of one process that crashed. What it says is hostile until it is read: any process of the
/// run may write there.
struct BacktraceLog: Equatable {
    /// The process: its name as far as it is known, and its number.
    let process: String
    let id: Int?
    /// nil where what was written is no backtrace in JSON.
    let backtrace: Backtrace?
    /// What a runtime wrote that knows no JSON, as people read it. It may hold memory of the app, so nothing keeps it.
    let text: String?

    /// Past these, what is written is no backtrace that anybody wants to read.
    static let byteLimit = 4 << 20
    private static let frameLimit = 64
    private static let textLimit = 1000
    /// How many bytes it may take in the note of a bundle.
    private static let noteLimit = 16 << 10

    /// - Parameters:
    ///   - name: The file's: `NAME-PID-TIME.json`, or of another extension where it is no JSON.
    ///   - bytes: What is in it.
    init(name: String, bytes: [UInt8]) {
        let parts = name.split(separator: "-")
        id = parts.count >= 3 ? Int(parts[parts.count - 2]) : nil
        process = id == nil ? "a process" : parts.dropLast(2).joined(separator: "-")
        backtrace = (try? JSON(parsing: bytes)).flatMap { Self.backtrace(of: $0) }
        text = backtrace == nil && !name.hasSuffix(".json") ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Takes what is known to hold no value, and nothing else: not the registers, the memory, nor the fault's address.
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
            // Stands in the place of frames that were left out.
            if call["kind"]?.string == "omittedFrames" {
                omitted += max(0, min(call["count"]?.int ?? 0, 1 << 40))
                continue
            }
            // Repeats the fault, as if it were a call.
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
            symbol: symbol(of: call).map(short), file: line == nil ? nil : place?["file"]?.string.map(short),
            line: line, image: image.map(short),
            // A place outside of all images may be a value that was jumped to.
            address: number(call["address"]).flatMap { address in
                images.first { $0.name == image && $0.range.contains(address) }
                    .map { "0x" + String(address - $0.range.lowerBound, radix: 16) }
            })
        return frame.symbol == nil && frame.image == nil ? nil : frame
    }

    /// As people write it, without the distance from its beginning.
    private static func symbol(of call: JSONObject) -> String? {
        guard var name = call["description"]?.string ?? call["symbol"]?.string, name != "<unknown>" else { return nil }
        if let offset = call["offset"]?.int, name.hasSuffix(" + \(offset)") {
            name.removeLast(" + \(offset)".count)
        }
        return name
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

    // MARK: - Whose it is

    /// Of the crashes of a run, that of the app: of the process that was started, else the only one there was, as where a
    /// shell started the app. Where there are more, none is known to be the app's.
    static func crash(of id: Int, among logs: [BacktraceLog]) -> BacktraceLog? {
        logs.last { $0.id == id } ?? (logs.count == 1 ? logs.first : nil)
    }
}
