#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// The pipe through which a process gets its input.
enum InputPipe {
    /// Held while a pipe is opened and while a process is started: a process that is started between `pipe` and `fcntl`
    /// would hold the end for writing open, and the one that reads would wait for its end of file. (Not every C library
    /// shows `pipe2` to Swift.)
    static let starting = Mutex(())

    /// Opens both ends, [for reading, for writing], which no process inherits by itself. False, with `errno`, where it
    /// cannot.
    static func open(_ ends: inout [Int32]) -> Bool {
        starting.withLock { _ in
            guard pipe(&ends) == 0 else { return false }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            #if canImport(Darwin)
                _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
            #endif
            return true
        }
    }

    /// Writes as much of `bytes` as is read: a command need not read what it is given.
    ///
    /// That is no reason to end this process either, so its thread gets no SIGPIPE meanwhile.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        #if canImport(Darwin)
            writeAll(bytes, to: descriptor)
        #else
            var broken = sigset_t()
            sigemptyset(&broken)
            sigaddset(&broken, SIGPIPE)
            var before = sigset_t()
            var pending = sigset_t()
            pthread_sigmask(SIG_BLOCK, &broken, &before)
            sigpending(&pending)
            let wasPending = sigismember(&pending, SIGPIPE) == 1
            writeAll(bytes, to: descriptor)
            // The signal that a write raised is taken away before the old mask lets it through.
            var noWait = timespec()
            if !wasPending { while sigtimedwait(&broken, nil, &noWait) < 0, errno == EINTR {} }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        #endif
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
        var written = 0
        while written < bytes.count {
            let more = bytes.withUnsafeBytes { writeSome(descriptor, $0.baseAddress! + written, $0.count - written) }
            if more < 0, errno != EINTR { return }
            written += max(0, more)
        }
    }
}

/// `write(2)`, whose name a method above hides.
private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
