package import TimelineSystem

/// What a packed file holds, as far as it can be had.
package struct Unpacked: Sendable {
    /// The bytes up to the fault.
    package let bytes: any ByteSource
    package let fault: Fault?

    package init(_ bytes: any ByteSource, fault: Fault?) {
        self.bytes = bytes
        self.fault = fault
    }

    /// Why not all of it is here.
    package enum Fault: Error, Equatable, Sendable {
        /// The packed data ends too early, as a copy that was cut off does. What is here is sound.
        case cut(String)
        /// The packed data is not as it was written.
        case damaged(String)

        /// What was found.
        package var reason: String {
            switch self {
            case .cut(let reason), .damaged(let reason): reason
            }
        }

        package var isCut: Bool { if case .cut = self { true } else { false } }
    }
}
