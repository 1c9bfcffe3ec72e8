/// A line on which the whole state stands: a snapshot, or a state that was set.
///
/// Packed, since a timeline of ten million steps has a million of these: its place takes 16 bytes with both flags.
package struct Checkpoint: Equatable, Sendable {
    private static let lineBits = 40
    private static let lineMask: UInt64 = (1 << 40) - 1
    private static let setFlag: UInt64 = 1 << 63
    private static let lateFlag: UInt64 = 1 << 62

    /// The step after which the state was this.
    package let seq: Int
    package let at: Moment
    /// The segment, and in the lower 40 bits the line; all ones where nobody counted it.
    private let segmentAndLine: UInt64
    /// The byte, and the flags in the upper two bits.
    private let byteAndFlags: UInt64

    init(seq: Int, at: Moment, isSet: Bool, place: Place, isLate: Bool) {
        precondition(place.segment < 1 << 24 && place.line < Self.lineMask, "no timeline is as long as \(place)")
        self.seq = seq
        self.at = at
        let line = place.line == Place.unknownLine ? Self.lineMask : UInt64(place.line)
        segmentAndLine = UInt64(place.segment) << Self.lineBits | line
        byteAndFlags = UInt64(place.byte) | (isSet ? Self.setFlag : 0) | (isLate ? Self.lateFlag : 0)
    }

    package var isSet: Bool { byteAndFlags & Self.setFlag != 0 }

    /// Whether steps that came after it stand before it in the file.
    var isLate: Bool { byteAndFlags & Self.lateFlag != 0 }

    package var place: Place {
        let line = segmentAndLine & Self.lineMask
        return Place(
            segment: Int(segmentAndLine >> Self.lineBits), line: line == Self.lineMask ? Place.unknownLine : Int(line),
            byte: Int(byteAndFlags & ~(Self.setFlag | Self.lateFlag)))
    }
}
