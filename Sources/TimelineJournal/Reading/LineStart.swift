/// How a line begins that has a state or an action, where it is written as a recorder writes it. For lines that were read
/// before, and are known to be sound: nothing else of the line is checked.
package struct LineStart {
    package enum Kind: Sendable {
        case action
        case set
        case snapshot
    }

    package let kind: Kind
    package let seq: Int
    /// How many bytes of the line stand before its action or state.
    package let value: Int

    /// Reads `{"seq":17,"at":9.000402,"state":`; nil where the line begins in another way.
    package init?(_ line: UnsafeBufferPointer<UInt8>) {
        var place = 0

        func skip(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard line.count &- place >= count else { return false }
            for offset in 0..<count where line[place &+ offset] != text.utf8Start[offset] { return false }
            place &+= count
            return true
        }

        /// Up to eighteen digits.
        func number() -> Int? {
            let start = place
            var value = 0
            while place < line.count, line[place] &- UInt8(ascii: "0") < 10 {
                value = value &* 10 &+ Int(line[place] &- UInt8(ascii: "0"))
                place &+= 1
            }
            return place > start && place &- start <= 18 ? value : nil
        }

        guard skip("{\"seq\":"), let seq = number(), skip(",\"at\":"), number() != nil, skip("."), number() != nil,
            skip(",\"")
        else { return nil }
        if skip("action\":") {
            kind = .action
        } else if skip("state\":") {
            kind = .snapshot
        } else if skip("set\":") {
            kind = .set
        } else {
            return nil
        }
        self.seq = seq
        value = place
    }
}
