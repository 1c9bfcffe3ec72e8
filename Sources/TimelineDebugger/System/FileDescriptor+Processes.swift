internal import TimelineKit
internal import TimelineLibc

/// What this process shares with its children.
extension FileDescriptor {
    struct Pipe: ~Copyable {
        let reading, writing: FileDescriptor

        /// Child processes inherit neither end, except a process that another thread starts at the same time.
        init(named name: String) throws(FileError) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw FileError(name, "create", errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            reading = FileDescriptor(inherited: ends[0], named: name)
            writing = FileDescriptor(inherited: ends[1], named: name)
        }
    }

    /// At offset 0, for a process that this one becomes; nil if there are too many descriptors.
    package func inheritableDescriptor() -> Int32? {
        rewind()
        let copy = dup(rawValue)
        return copy >= 0 ? copy : nil
    }

    package static func setInherited(_ descriptor: Int32, _ isInherited: Bool) {
        _ = fcntl(descriptor, F_SETFD, isInherited ? 0 : FD_CLOEXEC)
    }

    /// Which of them have bytes, or were closed at the other end; negative ones never do.
    package static func ready(_ descriptors: [Int32], milliseconds: Int) -> [Bool] {
        var places = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&places, nfds_t(places.count), Int32(milliseconds)) > 0
            ? places.map { $0.revents != 0 } : descriptors.map { _ in false }
    }

    /// A memory-mapped file. A process that truncates the file ends every process that accesses the memory, so nobody else may know its path.
    struct Mapping: ~Copyable {
        /// Memory past the end of the file must not be accessed.
        let memory: UnsafeMutableRawPointer
        private let size: Int

        /// The file is open for reading and writing.
        init(_ file: borrowing FileDescriptor, size: Int) throws(FileError) {
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
            guard let memory, memory != MAP_FAILED else { throw FileError(file.path, "map", errno) }
            (self.memory, self.size) = (memory, size)
        }

        deinit { munmap(memory, size) }
    }
}
