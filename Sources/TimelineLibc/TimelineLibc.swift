// The C library of the system under one name, for the folders `System`. They import it internally, so that apps see nothing of it.
#if canImport(Darwin)
    @_exported import Darwin
    @_exported import MachO.dyld
#else
    @_exported import Glibc
#endif
