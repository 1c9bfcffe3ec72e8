internal import TimelineDebugger
internal import TimelineJSON

/// A request to verify one timeline.
struct VerificationRequest {
    let place: TimelinePlace
    /// The executable to compare with; nil to compare with the recording.
    let other: String?
    /// Whether to spend much time on the cause of a divergence.
    let isThorough: Bool
    /// The seconds in which replay must continue; 0 for no limit.
    let timeout: Int

    init(_ place: TimelinePlace, against other: String?, isThorough: Bool, timeout: Int) {
        self.place = place
        self.other = other
        self.isThorough = isThorough
        self.timeout = timeout
    }

    // MARK: - Between processes

    var message: [UInt8] {
        JSON.members([
            "name": .string(place.name), "files": .array(place.files.map { .string($0) }),
            "other": other.map { .string($0) }, "thorough": .bool(isThorough), "timeout": .int(timeout),
        ]).text
    }

    init?(parsing message: [UInt8]) {
        guard let object = (try? JSON(parsing: message))?.object, let name = object["name"]?.string,
            let files = object["files"]?.array?.compactMap(\.string)
        else { return nil }
        self.init(
            TimelinePlace(name: name, files: files), against: object["other"]?.string,
            isThorough: object["thorough"]?.bool ?? true, timeout: object["timeout"]?.int ?? 0)
    }
}
