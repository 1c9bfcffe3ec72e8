package import TimelineKit
package import TimelineReplay

/// Adds a checksum and an LF to each line.
package func sealed(_ lines: String...) -> String { sealed(lines) }

package func sealed(_ lines: [String]) -> String {
    lines.map { line in
        let body = line.dropLast()
        return "\(body),\"crc\":\"\(Checksum.text(Checksum.of(body.utf8)))\"}\n"
    }.joined()
}

extension Journal {
    /// Creates a sound journal of a header for the program `name`, followed by these lines.
    package convenience init(of name: String = "counter", bundle: String? = nil, _ lines: String...) throws {
        try self.init(of: name, bundle: bundle, lines: lines)
    }

    package convenience init(of name: String = "counter", bundle: String? = nil, lines: [String]) throws {
        let header =
            #"{"timeline":1,"session":"s","program":"\#(name)","version":"1","started":"t","segment":1"#
            + (bundle.map { #","bundle":\#($0)"# } ?? "") + "}"
        try self.init(bytes: Array(sealed([header] + lines).utf8), name: "run.jsonl")
        try requireSound()
    }

    /// This journal, which `requireSound` must accept.
    package func sound(_ recovery: Recovery = .tail) throws -> Journal {
        try requireSound(recovery)
        return self
    }
}
