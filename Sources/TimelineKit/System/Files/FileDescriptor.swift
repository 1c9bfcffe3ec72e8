internal import TimelineLibc

/// An open file. Closed when the value is destroyed; not inherited by child processes.
package struct FileDescriptor: ~Copyable, Sendable {
    /// Only `readingLinked` and `streaming` follow a symbolic link. Opening a pipe never blocks, except for `streaming`.
    package enum Purpose {
        case reading, readingLinked, updating, appending
        /// Reading from the start to the end, also of a pipe, whose writer is waited for.
        case streaming
        /// A new file of mode 0600, whatever the umask.
        case creating
        /// As `creating`, with a high number: if other code closes the descriptor by mistake, the next opened file gets a lower one, and
        /// nothing of a recording goes into that file.
        case recording
        /// An existing file, or a new one of mode 0600.
        case locking
        case folder, folderNotLinked

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            case .readingLinked: O_RDONLY | O_NONBLOCK
            case .streaming: O_RDONLY
            case .updating: O_RDWR | O_NOFOLLOW | O_NONBLOCK
            case .appending: O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK
            case .creating, .recording: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            case .locking: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            case .folder: O_RDONLY | O_DIRECTORY
            case .folderNotLinked: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            }
        }
    }

    package var path: String
    package let rawValue: Int32

    package init(_ path: String, for purpose: Purpose, in folder: Int32? = nil) throws(FileError) {
        let creates = purpose.flags & O_CREAT != 0
        var descriptor: Int32
        repeat {
            descriptor = openat(folder ?? AT_FDCWD, path, purpose.flags | O_CLOEXEC, 0o600)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw FileError(path, creates ? "create" : "open", errno) }
        // The umask may exclude even the owner.
        if creates { fchmod(descriptor, 0o600) }
        self.path = path
        rawValue = purpose == .recording ? Self.raised(descriptor) : descriptor
    }

    static func raised(_ descriptor: Int32) -> Int32 {
        let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
        guard high >= 0 else { return descriptor }
        close(descriptor)
        return high
    }

    /// Of mode 0600, named `prefix` and six random letters.
    package init(temporary prefix: String) throws(FileError) {
        var template = Array("\(prefix)XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError("\(prefix)XXXXXX", "create", errno) }
        fchmod(descriptor, 0o600)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        rawValue = descriptor
    }

    /// The value owns the descriptor.
    package init(inherited descriptor: Int32, named name: String) {
        path = name
        rawValue = descriptor
    }

    deinit { close(rawValue) }

    package var status: FileStatus? { FileStatus(descriptor: rawValue) }

    // MARK: - Reading and writing

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            code = Self.transfer(count, &filled) {
                pread(rawValue, buffer.baseAddress! + $0, count - $0, off_t(offset + $0))
            }
        }
        guard code == 0 else { throw FileError(path, "read", code) }
        return bytes
    }

    /// At the current offset, or at the end of a file that is open for appending.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        let code = bytes.withUnsafeBytes { Self.write($0, to: rawValue) }
        if code != 0 { throw FileError(path, "write", code) }
    }

    /// At the current offset unless one is given. Returns 0 or an error number.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil) -> Int32 {
        var written = 0
        let code = transfer(bytes.count, &written) {
            let (rest, count) = (bytes.baseAddress! + $0, bytes.count - $0)
            guard let offset else { return systemWrite(descriptor, rest, count) }
            return pwrite(descriptor, rest, count, off_t(offset + $0))
        }
        // A write of 0 bytes without an error means a full disk.
        return code == 0 && written < bytes.count ? ENOSPC : code
    }

    /// None at the end of the stream.
    package static func read(_ descriptor: Int32, count: Int, named name: String) throws(FileError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat {
                let more = systemRead(descriptor, buffer.baseAddress!, count)
                code = more < 0 ? errno : 0
                filled = max(0, more)
            } while code == EINTR
        }
        guard code == 0 else { throw FileError(name, "read", code) }
        return bytes
    }

    /// Returns 0 or an error number. `call` gets the number of transferred bytes, until it returns 0.
    private static func transfer(_ count: Int, _ done: inout Int, _ call: (Int) -> Int) -> Int32 {
        while done < count {
            let more = call(done)
            if more == 0 { break }
            if more < 0, errno != EINTR { return errno }
            done += max(0, more)
        }
        return 0
    }

    // MARK: - The file as a whole

    package func sync() throws(FileError) {
        let result = SystemFiles().sync(rawValue)
        if result < 0 { throw FileError(path, "sync", -result) }
    }

    /// Until the file is closed (`flock(2)`), without waiting. False if another lock conflicts.
    package func lock(shared: Bool = false) throws(FileError) -> Bool {
        while flock(rawValue, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw FileError(path, "lock", errno) }
        }
        return true
    }

    /// Where closing is not enough: a process that is being started has a copy of the descriptor, and the lock, until it runs its program.
    package func unlock() { flock(rawValue, LOCK_UN) }

    /// A recorder holds a lock until its run ends. Some network file systems have no locks: there, a file counts as locked if it was
    /// written within `seconds`.
    package static func isLocked(
        _ path: String, orWrittenWithin seconds: Int = 0,
        trying lock: (borrowing FileDescriptor) throws(FileError) -> Bool = { (file) throws(FileError) in
            try file.lock(shared: true)
        }
    ) -> Bool {
        guard let file = try? FileDescriptor(path, for: .readingLinked) else { return false }
        do throws(FileError) { return try !lock(file) } catch { return file.status.map { $0.age < seconds } ?? false }
    }

    /// Some file systems report a full disk only on close.
    func errorOnClose() -> FileError? {
        let copy = dup(rawValue)
        return copy >= 0 && close(copy) != 0 ? FileError(path, "write", errno) : nil
    }

    package func replace(_ descriptor: Int32) {
        rewind()
        dup2(rawValue, descriptor)
    }

    package func rewind() { lseek(rawValue, 0, SEEK_SET) }
}

extension UnsafeRawBufferPointer {
    package func offset(of byte: UInt8) -> Int? {
        guard let baseAddress else { return nil }
        return memchr(baseAddress, Int32(byte), count).map { UnsafeRawPointer($0) - baseAddress }
    }
}

/// `read(2)` and `write(2)`, whose names the methods above hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
