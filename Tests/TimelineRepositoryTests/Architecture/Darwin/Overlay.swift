// What Apple's Swift module `Darwin` adds to the C library.
internal import Darwin

// Macros for enumerators, which Swift imports on Apple's systems alone.
var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }

var errno: Int32 {
    get { 0 }
    set { _ = newValue }
}
var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }
var S_IFMT: mode_t { 0o170000 }
var S_IFDIR: mode_t { 0o040000 }
var S_IFREG: mode_t { 0o100000 }
var S_IFLNK: mode_t { 0o120000 }
var S_IFSOCK: mode_t { 0o140000 }
var SIG_DFL: sig_t? { nil }
var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
var TIOCGWINSZ: UInt { 0x4008_7468 }

func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
func ioctl(_ descriptor: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 { 0 }
func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
