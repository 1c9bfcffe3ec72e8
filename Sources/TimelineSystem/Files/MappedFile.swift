#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A memory-mapped file. Stores survive any end of the process.
package struct MappedFile: ~Copyable {
    /// The start of the mapping. Memory past the end of the file must not be accessed.
    package let memory: UnsafeMutableRawPointer
    private let size: Int

    /// Maps the first `size` bytes of a file that is open for reading and writing.
    package init(_ file: borrowing FileDescriptor, size: Int) throws(FileError) {
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard let memory, memory != MAP_FAILED else { throw FileError(file.path, "map", errno) }
        self.memory = memory
        self.size = size
    }

    deinit { munmap(memory, size) }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first `byte`; nil if there is none.
    package func offset(of byte: UInt8) -> Int? {
        guard let baseAddress else { return nil }
        return memchr(baseAddress, Int32(byte), count).map { UnsafeRawPointer($0) - baseAddress }
    }
}
