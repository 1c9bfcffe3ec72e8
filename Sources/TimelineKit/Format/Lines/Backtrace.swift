/// Where an app was when it crashed: names of code and places in it, which contain no values.
///
///     {"fault":"Swift runtime failure: arithmetic overflow","frames":[
///       {"symbol":"Counter.add(_:)","file":"/app/Sources/Counter.swift","line":12,"image":"counter","address":"0x165a4"},
///       …],"omitted":3}
///
/// Registers, memory, the address of the fault and the message of `fatalError` may be values of the app, and are left out.
package struct Backtrace: Equatable, Sendable {
    package struct Frame: Equatable, Sendable {
        package let symbol: String?
        package let file: String?
        package let line: Int?
        package let image: String?
        /// The offset in the image, in hexadecimal: the same in each run.
        package let address: String?

        package init(
            symbol: String? = nil, file: String? = nil, line: Int? = nil, image: String? = nil, address: String? = nil
        ) {
            (self.symbol, self.file, self.line, self.image) = (symbol, file, line, image)
            self.address = address
        }

        /// `Counter.add(_:) at Counter.swift:12`; nil if neither a symbol nor an image is known.
        package var location: String? {
            let file = file.map(FileSystem.name)
            let place = file.map { " at \($0)" + (line.map { ":\($0)" } ?? "") }
            if let symbol { return symbol + (place ?? image.map { " of \($0)" } ?? "") }
            return image.map { image in address.map { "\(image) at \($0)" } ?? image }
        }

        fileprivate init?(_ value: JSON) {
            symbol = value.object?["symbol"]?.string
            file = value.object?["file"]?.string
            line = value.object?["line"]?.countable
            image = value.object?["image"]?.string
            address = value.object?["address"]?.string
            if symbol == nil, file == nil, image == nil, address == nil { return nil }
        }

        fileprivate var json: JSON {
            .members([
                "symbol": symbol.map { .string($0) }, "file": file.map { .string($0) },
                "line": line.map { .int($0) }, "image": image.map { .string($0) },
                "address": address.map { .string($0) },
            ])
        }
    }

    /// What went wrong, in the words of Swift or of the system, which quote no value.
    package let fault: String?
    package let frames: [Frame]
    package let omitted: Int

    package init(fault: String?, frames: [Frame], omitted: Int = 0) {
        (self.fault, self.frames, self.omitted) = (fault, frames, omitted)
    }

    package init?(_ value: JSON) {
        guard let frames = value.object?["frames"]?.array?.compactMap({ Frame($0) }), !frames.isEmpty else {
            return nil
        }
        self.init(
            fault: value.object?["fault"]?.string, frames: frames, omitted: value.object?["omitted"]?.countable ?? 0)
    }

    package var json: JSON {
        .members([
            "fault": fault.map { .string($0) }, "frames": .array(frames.map(\.json)),
            "omitted": omitted > 0 ? .int(omitted) : nil,
        ])
    }

    /// The frame to look at first: the innermost with a source line, else the innermost with a name.
    package var place: Frame? { frames.first { $0.line != nil } ?? frames.first { $0.symbol != nil } ?? frames.first }

    package func cut(to limit: Int) -> Backtrace? {
        let count = frames.indices.partitioningIndex { keeping($0 + 1).json.text.count > limit }
        return count == 0 ? nil : keeping(count)
    }

    private func keeping(_ count: Int) -> Backtrace {
        Backtrace(fault: fault, frames: Array(frames.prefix(count)), omitted: omitted + frames.count - count)
    }
}
