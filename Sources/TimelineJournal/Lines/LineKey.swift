internal import TimelineJSON

/// The keys of lines that this version knows; of the header, that which tells that it is one.
enum LineKey: String {
    case timeline, seq, at, from, cause, by, crc
    /// Each of these tells what a line is. No line has two of them.
    case action, opaque, set, state, mark, gap, end

    /// The key of a member, where it is one of these.
    init?(of member: JSONText.Member, in line: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]) {
        if member.isPlain {
            self.init(UnsafeBufferPointer(rebasing: line[member.key]))
        } else {
            self.init(rawValue: member.name(in: bytes))
        }
    }

    private init?(_ text: UnsafeBufferPointer<UInt8>) {
        func reads(_ word: StaticString) -> Bool {
            (0..<text.count).allSatisfy { text[$0] == word.utf8Start[$0] }
        }
        switch text.count {
        case 2 where reads("at"): self = .at
        case 2 where reads("by"): self = .by
        case 3 where reads("seq"): self = .seq
        case 3 where reads("crc"): self = .crc
        case 3 where reads("set"): self = .set
        case 3 where reads("gap"): self = .gap
        case 3 where reads("end"): self = .end
        case 4 where reads("from"): self = .from
        case 4 where reads("mark"): self = .mark
        case 5 where reads("cause"): self = .cause
        case 5 where reads("state"): self = .state
        case 6 where reads("action"): self = .action
        case 6 where reads("opaque"): self = .opaque
        case 8 where reads("timeline"): self = .timeline
        default: return nil
        }
    }
}
