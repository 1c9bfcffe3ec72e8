internal import Dispatch
internal import TimelineSystem

/// Ends this process when the process that started it ends or closes its pipe, also while a reducer does not return.
struct ParentObserver {
    private let source: (any DispatchSourceRead)?

    init(descriptor: Int32) {
        // A person may have started this process.
        guard FileStatus(descriptor: descriptor) != nil else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "timeline.parent"))
        // Nothing is sent, so this is the end of the input.
        source.setEventHandler { Signal.Handler.exit(ExitStatus.unavailable.rawValue) }
        source.activate()
        self.source = source
    }
}
