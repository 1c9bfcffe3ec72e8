internal import Dispatch
internal import TimelineKit
internal import TimelineLive

struct FileChanges {
    private let changed = DispatchSemaphore(value: 0)
    private let watch: FolderWatch

    init(of path: String) throws(FileError) {
        let folder = FileStatus.isFolder(path) ? path : JournalFolder.run(path)?.folder
        let file = FileSystem.split(path)
        watch = try FolderWatch(
            folder ?? file.folder, for: folder == nil ? file.name : nil, on: DispatchQueue(label: "timeline.follow")
        ) { [changed] in changed.signal() }
    }

    /// Several changes may count as one.
    func wait(atMost time: DispatchTimeInterval = .never) {
        _ = changed.wait(timeout: time == .never ? .distantFuture : .now() + time)
        while changed.wait(timeout: .now()) == .success {}
    }
}
