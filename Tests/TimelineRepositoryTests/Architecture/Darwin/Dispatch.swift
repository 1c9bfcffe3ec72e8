// What the folders `System` use of Dispatch on Apple's systems. The module of Linux would load the C library of Linux.

public final class DispatchQueue: Sendable {}

public enum DispatchTimeInterval { case milliseconds(Int) }

public struct DispatchTime {
    public static func now() -> DispatchTime { DispatchTime() }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
}

public protocol DispatchSourceProtocol: AnyObject {
    func setEventHandler(handler: (@convention(block) () -> Void)?)
    func setCancelHandler(handler: (@convention(block) () -> Void)?)
    func activate()
    func cancel()
}

public protocol DispatchSourceTimer: DispatchSourceProtocol {
    func schedule(deadline: DispatchTime, repeating interval: DispatchTimeInterval, leeway: DispatchTimeInterval)
}

public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}

public enum DispatchSource {
    public struct FileSystemEvent: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let delete = FileSystemEvent(rawValue: 1)
        public static let write = FileSystemEvent(rawValue: 2)
        public static let extend = FileSystemEvent(rawValue: 4)
        public static let attrib = FileSystemEvent(rawValue: 8)
        public static let rename = FileSystemEvent(rawValue: 32)
    }

    public static func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue?
    ) -> any DispatchSourceFileSystemObject { fatalError() }

    public static func makeTimerSource(queue: DispatchQueue?) -> any DispatchSourceTimer { fatalError() }
}
