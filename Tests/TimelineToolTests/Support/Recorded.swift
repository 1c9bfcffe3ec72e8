/// Timelines of the counter, as text.
enum Recorded {
    static let header =
        #"{"timeline":1,"session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","program":"counter","version":"1.0.0","#
        + #""started":"2026-11-21T04:31:05.123456Z","segment":1,"#
        + #""platform":{"os":"Linux","arch":"x86_64","swift":"6.3.1"}}"#

    /// Counts 0, 1, 6, -4, -3, 0, -1, -2, -1: negative after steps 3 and 4, and again from step 6 on.
    static let lines = [
        header,
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"add":{"amount":5}},"from":"user"}"#,
        #"{"seq":3,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","cause":2}"#,
        #"{"seq":3,"at":0.350000,"mark":"before reset"}"#,
        #"{"seq":4,"at":0.400000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":4,"at":0.400000,"state":{"count":-3}}"#,
        #"{"seq":5,"at":0.500000,"action":{"reset":{}},"from":"user"}"#,
        #"{"seq":6,"at":0.600000,"action":{"add":{"amount":-1}},"from":"user"}"#,
        #"{"seq":7,"at":0.700000,"action":{"add":{"amount":-1}},"from":"user"}"#,
        #"{"seq":8,"at":0.800000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":8,"at":0.800000,"state":{"count":-1}}"#,
        #"{"seq":8,"at":0.900000,"end":{"actions":8,"snapshots":3}}"#,
    ]

    static let run = text(lines)

    static func identifier(_ number: Int) -> String {
        "0C8B1A52-7A35-4B6B-9F0E-0000000000\(number < 10 ? "0" : "")\(number)"
    }

    /// A recording of the catalog whose one step adds 14 identifiers to 20.
    static let catalog: String = {
        func state(_ count: Int) -> String {
            #"{"counts":[],"ids":["#
                + (1...count).map { "\"\(identifier($0))\"" }.joined(separator: ",")
                + #"],"owners":[],"prices":[],"shelves":[]}"#
        }
        return text([
            header.replacing(#""counter""#, with: #""catalog""#), #"{"seq":0,"at":0.000000,"state":\#(state(20))}"#,
            #"{"seq":1,"at":1.000000,"set":\#(state(34)),"by":"test"}"#,
        ])
    }()

    /// The message on damage everywhere.
    static let remedy = "`timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage."

    static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// `lines` with one line, counted from 1, replaced.
    static func run(line number: Int, _ line: String) -> String {
        var changed = lines
        changed[number - 1] = line
        return text(changed)
    }

    static func run(header old: String, _ new: String) -> String { run(line: 1, header.replacing(old, with: new)) }
}
