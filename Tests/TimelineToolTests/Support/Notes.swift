import Foundation
import TimelineJSON
import TimelineJournal
import TimelineKit

/// A timeline of a program that no tool here holds. Every part of it contains a name to hide.
enum Notes {
    static let key = "a key for tests."
    static let environment = ["TIMELINE_REDACTION_KEY": key]

    static let lines = [
        Recorded.header.replacing("counter", with: "notes"),
        #"{"seq":0,"at":0.000000,"state":{"user":{"name":""},"isPaid":true}}"#,
        #"{"seq":1,"at":0.100000,"action":{"signedIn":{"name":"bob"}},"from":"push"}"#,
        #"{"seq":1,"at":0.150000,"mark":"bob"}"#,
        #"{"seq":2,"at":0.200000,"opaque":"failed(bob)","from":"effect","cause":1}"#,
        #"{"seq":2,"at":0.200000,"state":{"user":{"name":"bob"},"isPaid":true}}"#,
        #"{"kind":"new","of":"bob"}"#,
        #"{"seq":2,"at":0.900000,"end":{"actions":2,"snapshots":2}}"#,
    ]

    static let run = Recorded.text(lines)

    static func pseudonym(_ text: String) -> String { Pseudonyms(key: Array(key.utf8)).of(text) }

    static func pseudonym(_ number: Int) -> String {
        Pseudonyms(key: Array(key.utf8)).of(.number(JSONNumber(number))).description
    }

    /// Lines without their checksums.
    static func plain(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0).replacing(/,"crc":"[0-9a-f]{8}"/, with: "") }
    }

    /// The header with the note of a redacted copy.
    static func header(state: String, actions: String = "", marks: Bool = false) -> String {
        lines[0].dropLast()
            + #","redaction":{"how":"HMAC-SHA-256","marked":false,"state":[\#(state)],"actions":[\#(actions)]"#
            + (marks ? #","marks":true}}"# : "}}")
    }
}
