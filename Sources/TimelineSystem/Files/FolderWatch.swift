package import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tells when a file of a folder may have changed, however it was saved: in place, by a rename, or by removing it first.
///
/// The folder is watched, not the file: a file that replaces another is another inode. Twice a second the file is looked
/// at, too, for file systems that tell nothing (those of a network, of a sync service), and where the folder was replaced.
package final class FolderWatch {
    /// How often the file is looked at where nothing tells of a change.
    package static let pause = Duration.milliseconds(500)
    /// How much later the system may wake it.
    package static let leeway = Duration.milliseconds(50)

    private let sources: [any DispatchSourceProtocol]

    /// - Parameters:
    ///   - name: The file in `folder`; nil for any.
    ///   - queue: Where `onChange` is called.
    package init(
        _ folder: String, for name: String?, on queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let glance = Glance(name.map { "\(folder)/\($0)" } ?? folder)
        timer.setEventHandler { if glance.isOther() { onChange() } }
        timer.schedule(
            deadline: .now() + Self.interval(Self.pause), repeating: Self.interval(Self.pause),
            leeway: Self.interval(Self.leeway))
        #if canImport(Darwin)
            let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(folder, "open", errno) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .rename, .delete], queue: queue)
            source.setEventHandler(handler: onChange)
        #else
            let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { throw FileError(folder, "watch", errno) }
            let events = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
            guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
                let code = errno
                close(descriptor)
                throw FileError(folder, "watch", code)
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { if Self.namesFile(descriptor, name) { onChange() } }
        #endif
        source.setCancelHandler { close(descriptor) }
        sources = [source, timer]
        source.activate()
        timer.activate()
    }

    deinit { sources.forEach { $0.cancel() } }

    private static func interval(_ duration: Duration) -> DispatchTimeInterval {
        .milliseconds(Int(duration / .milliseconds(1)))
    }

    #if !canImport(Darwin)
        /// Takes the events that have come, and says whether one is of the file, or some were lost.
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
