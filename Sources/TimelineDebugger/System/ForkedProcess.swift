package import TimelineKit
internal import TimelineLibc

/// A copy of this process that calls a closure and ends. What the closure returns arrives here, in a millisecond where
/// a new process of this executable takes ten. Only a process that has started no thread may fork. On Apple's systems,
/// not one that called Objective-C.
package final class ForkedProcess {
    private let id: pid_t
    private let output: FileDescriptor
    private var bytes: [UInt8] = []
    private var isRead = false

    /// Traps and the alarm after `seconds` end the copy by their signals. Its standard streams are discarded.
    package init(endingAfterSeconds seconds: Int, _ body: () -> [UInt8]) throws(FileError) {
        let pipe = try FileDescriptor.Pipe(named: "a copy of this process")
        guard let fork = Self.fork else { throw FileError("fork", "call", ENOSYS) }
        let id = fork()
        if id == 0 { Self.run(seconds, pipe.writing.rawValue, body) }
        guard id > 0 else { throw FileError("fork", "call", errno) }
        self.id = id
        output = pipe.reading
    }

    private static func run(_ seconds: Int, _ descriptor: Int32, _ body: () -> [UInt8]) -> Never {
        for signal in Signal.traps + [.alarm] { Signal.Handler.restoreDefault(signal.rawValue) }
        // A thread of a pool blocks signals.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        alarm(UInt32(clamping: max(1, seconds)))
        let null = open("/dev/null", O_RDWR)
        for stream in [0, 1, 2] as [Int32] { dup2(null, stream) }
        let bytes = body()
        // This process may read others first.
        alarm(0)
        _ = bytes.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
        _exit(0)
    }

    /// Of a copy that did not end normally, the bytes are those that it wrote until then. While it waits, it reads what `others` write: they need
    /// not wait.
    package func result(
        reading others: [ForkedProcess] = []
    ) throws(FileError) -> (bytes: [UInt8], ending: ChildProcess.Ending) {
        while !isRead {
            let open = ([self] + others).filter { !$0.isRead }
            let ready = FileDescriptor.ready(open.map { $0.output.rawValue }, milliseconds: -1)
            for (copy, isReady) in zip(open, ready) where isReady {
                let more = try FileDescriptor.read(copy.output.rawValue, count: 1 << 16, named: copy.output.path)
                copy.bytes += more
                copy.isRead = more.isEmpty
            }
        }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw FileError("the process \(id)", "wait for", errno) }
        }
        return (bytes, ChildProcess.ending(status))
    }

    /// Swift's import of the C library has no `fork`.
    private static var fork: (@convention(c) () -> pid_t)? {
        dlsym(dlopen(nil, RTLD_NOW), "fork").map { unsafeBitCast($0, to: (@convention(c) () -> pid_t).self) }
    }
}
