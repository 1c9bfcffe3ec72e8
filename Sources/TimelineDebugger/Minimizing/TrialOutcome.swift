package import TimelineJSON
package import TimelineSystem

package enum TrialOutcome: Codable {
    /// On the state after the step at index `last`, -1 for the first state. `unseen` paths of a condition selected nothing so far.
    case judged(Verdict, last: Int, unseen: [String] = [])
    case completed([[NamedValue]], JSONText)
    case undecodable
    case contradiction(ContradictionError)
    case failed(String)

    // MARK: - Without an answer

    /// The reducer of the step at this index of the run did not return.
    case crashed(Signal, index: Int)
    case timedOut
    /// The process ended otherwise: `was ended by SIGKILL`.
    case ended(String)

    package struct NamedValue: Codable {
        package let name: String
        package let value: JSONText
    }
}

struct TrialResponse: Codable {
    let number: Int
    let outcome: TrialOutcome
}

extension Signal: Codable {}

extension JSONText: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(unchecked: try String(from: decoder).utf8)
    }

    package func encode(to encoder: any Encoder) throws {
        try String(decoding: bytes, as: UTF8.self).encode(to: encoder)
    }
}
