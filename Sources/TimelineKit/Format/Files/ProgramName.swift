/// Files and hosts may be hostile: only a name of this type chooses what is written or run.
package struct ProgramName: Equatable, Sendable, CustomStringConvertible {
    package static let rule = "1 to 64 lower-case letters, digits and hyphens, beginning with a letter or a digit"

    package let text: String

    package init?(_ text: String) {
        guard text.isPortableFileName else { return nil }
        self.text = text
    }

    package var description: String { text }

    /// The executable that knows the program's types: `counter-timeline`.
    package var executable: String { "\(text)-timeline" }
}

extension StringProtocol {
    /// Valid on disks that ignore letter case: 1 to 64 lower-case letters, digits and hyphens. A first hyphen would mean an option.
    package var isPortableFileName: Bool {
        (1...64).contains(utf8.count) && utf8.first != UInt8(ascii: "-")
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
