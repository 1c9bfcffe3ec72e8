internal import TimelineLibc

package struct SystemFiles: FileLayer {
    package init() {}

    package func create(_ path: String) -> Int32 { open(path, adding: O_CREAT | O_EXCL) }

    package func reopen(_ path: String) -> Int32 { open(path, adding: O_NONBLOCK) }

    private func open(_ path: String, adding flags: Int32) -> Int32 {
        let descriptor = openat(AT_FDCWD, path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { return -errno }
        // The umask may exclude even the owner.
        if flags & O_CREAT != 0 { fchmod(descriptor, 0o600) }
        flock(descriptor, LOCK_EX | LOCK_NB)
        return FileDescriptor.raised(descriptor)
    }

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        let count = write(descriptor, bytes.baseAddress, bytes.count)
        return count >= 0 ? count : -Int(errno)
    }

    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        ftruncate(descriptor, off_t(length)) == 0 ? 0 : -errno
    }

    package func sync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // On Darwin, fsync leaves the bytes in the cache of the drive.
            fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 ? 0 : -errno
        #else
            fdatasync(descriptor) == 0 ? 0 : -errno
        #endif
    }

    package func syncFolder(of path: String) -> Int32 {
        do throws(FileError) { try FileDescriptor(FileSystem.split(path).folder, for: .folder).sync() } catch {
            return -error.code
        }
        return 0
    }

    package func status(of descriptor: Int32) -> FileStatus? { FileStatus(descriptor: descriptor) }

    package func sizeLimit() -> Int {
        #if canImport(Glibc)
            let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let fileSize = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard getrlimit(fileSize, &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// Such a write would end the process with `SIGXFSZ`.
    package func requireRoom(for count: Int, after length: Int, in path: String) throws(FileError) {
        if count > sizeLimit() - length { throw FileError(path, "write", EFBIG) }
    }

    package func remove(_ path: String) { unlink(path) }

    package func close(_ descriptor: Int32) { closeDescriptor(descriptor) }
}

/// `close(2)`, whose name a method above hides.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
