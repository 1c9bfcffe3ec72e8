package import Dispatch
package import TimelineKit
internal import TimelineLibc

/// Watches the folder, since a replaced file is another inode. A timer covers a replaced folder and file systems that report no
/// changes; without a name, `onChange` is called each time it fires. Sendable because `fingerprint` is used only on the queue.
package final class FolderWatch: @unchecked Sendable {
    package static let interval = Duration.milliseconds(250)
    package static let leeway = Duration.milliseconds(50)

    private let events: any DispatchSourceProtocol
    private let timer: any DispatchSourceTimer
    /// When the timer last fired.
    private var fingerprint: FileStatus?

    package init(
        _ folder: String, for name: String?, on queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) {
        #if canImport(Darwin)
            let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(folder, "open", errno) }
            let events = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .rename, .delete], queue: queue)
            events.setEventHandler(handler: onChange)
        #else
            let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { throw FileError(folder, "watch", errno) }
            let mask = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
            guard inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
                let code = errno
                close(descriptor)
                throw FileError(folder, "watch", code)
            }
            let events = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            events.setEventHandler { if Self.namesFile(descriptor, name) { onChange() } }
        #endif
        events.setCancelHandler { close(descriptor) }
        self.events = events
        timer = DispatchSource.makeTimerSource(queue: queue)
        let path = name.map { "\(folder)/\($0)" }
        fingerprint = path.flatMap { FileStatus($0, followsLinks: true) }
        timer.setEventHandler { [weak self] in if self?.isDue(path) == true { onChange() } }
        let interval = DispatchTimeInterval.milliseconds(Int(Self.interval / .milliseconds(1)))
        timer.schedule(
            deadline: .now() + interval, repeating: interval,
            leeway: .milliseconds(Int(Self.leeway / .milliseconds(1))))
        events.activate()
        timer.activate()
    }

    deinit {
        events.cancel()
        timer.cancel()
    }

    /// On the queue.
    private func isDue(_ path: String?) -> Bool {
        guard let path else { return true }
        let now = FileStatus(path, followsLinks: true)
        return exchange(&fingerprint, with: now) != now
    }

    #if !canImport(Darwin)
        /// True if an event concerns the file, or events were lost.
        private static func namesFile(_ descriptor: Int32, _ name: String?) -> Bool {
            var isOfFile = false
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            let head = MemoryLayout<inotify_event>.size
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                buffer.withUnsafeBytes { bytes in
                    var place = 0
                    while place + head <= count {
                        let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                        let length = Int(event.len)
                        let found = bytes[(place + head)..<(place + head + length)].prefix { $0 != 0 }
                        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || name.map({ found.elementsEqual($0.utf8) }) ?? true
                        {
                            isOfFile = true
                        }
                        place += head + length
                    }
                }
            }
            return isOfFile
        }
    #endif
}
