internal import Synchronization
internal import TimelineKit

/// A private file, because every process of the machine can read the arguments of a command, which would hold the token.
final class ForwardingPage: Sendable {
    private let folder = Mutex<TemporaryDirectory?>(nil)

    func open(_ url: String) -> String? {
        let path: String
        do throws(FileError) {
            let new = try TemporaryDirectory(in: FileSystem.absolute(Environment.temporaryFolder), name: "timeline")
            folder.withLock { $0 = new }
            path = "\(new.path)/open.html"
            let text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(url)\">\n"
            try OutputFile.write(Array(text.utf8), to: path, replacing: false)
        } catch { return "\(error)" }
        return Browser.failure(opening: path)
    }

    func remove() { folder.withLock { $0.take() }?.remove() }
}
