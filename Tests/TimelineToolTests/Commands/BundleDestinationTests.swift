import TestHarness
import Testing
import TimelineJournal

@Suite(.ownThreads)
struct BundleDestinationTests {
    /// Twelve steps, each of which takes a tenth of `bytes`, and the end of the run.
    private static func run(_ bytes: Int) -> String {
        let padding = String(repeating: "x", count: bytes / 10)
        return Recorded.text(
            Array(Recorded.lines[..<2])
                + (1...12).map { #"{"seq":\#($0),"at":\#($0).000000,"action":{"increment":{}},"pad":"\#(padding)"}"# }
                + [#"{"seq":12,"at":12.000000,"end":{"actions":12,"snapshots":1}}"#])
    }

    static let places = [
        ("github", 25_000_000, "run.bundle.txt"), ("sentry", 20_000_000, "run.bundle.jsonl"),
        ("jira", 10_485_760, "run.bundle.jsonl"), ("crashlytics", 64_000, "run.bundle.jsonl"),
        ("bugsnag", 1_000_000, "run.bundle.jsonl"),
    ]

    @Test(arguments: places)
    func aBundleFitsTheSizeAndTheNameOfItsPlace(place: String, limit: Int, name: String) throws {
        let sandbox = try Sandbox(["run.jsonl": Self.run(limit)])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--for", place, "--last", "12"], timeout: .seconds(300))
        let bytes = try sandbox.read(name).utf8
        #expect(bundle == Finished(output: "\(name): 9 steps from position 3, \(Self.grouped(bytes.count)) bytes\n"))
        #expect(bytes.count <= limit)
        #expect(bytes.count > limit * 9 / 10)
        let header = String(bytes.prefix { $0 != UInt8(ascii: "\n") })
        #expect(
            Notes.plain(header!) == [
                Recorded.header.dropLast()
                    + #","bundle":{"states":9,"asked":12,"last":{"seq":12,"reduced":true}}}"#
            ])
        #expect(Set(sandbox.files().keys) == ["run.jsonl", name])
    }

    @Test func theSmallerOfTwoLimitsCounts() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.run(64_000)])
        func states(_ limit: Int) throws -> String {
            let bundle = try sandbox.run(
                [
                    "bundle", "run.jsonl", "--for", "crashlytics", "--last", "12", "--json", "--force", "--max-bytes",
                    "\(limit)",
                ])
            return String(bundle.output.prefix { $0 != "f" })
        }
        #expect(try states(40_000) == #"{"bundle":"run.bundle.jsonl","states":6,""#)
        #expect(try states(1_000_000) == #"{"bundle":"run.bundle.jsonl","states":9,""#)
    }

    @Test func aBundleTooLargeForItsPlaceIsNotMade() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.run(700_000)])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--for", "crashlytics", "--max-bytes", "65000"])
        #expect(
            bundle
                == Finished(
                    errors: """
                        Error: a bundle of run.jsonl needs at least 70419 bytes, for one state and the step after it; crashlytics accepts 64000.
                        Make it without --for, and attach a link to it instead.

                        """, status: 1))
        #expect(Array(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test func aNameThatThePlaceRejectsIsWarnedAbout() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--for", "github", "-o", "crash.jsonl"])
        #expect(bundle.status == 0)
        #expect(bundle.errors == "Warning: github does not accept the name crash.jsonl; use one that ends in .txt\n")
        for (place, name) in [("github", "crash.txt"), ("jira", "jira.jsonl"), ("github", "-")] {
            let bundle = try sandbox.run(["bundle", "run.jsonl", "--for", place, "-o", name])
            #expect(bundle.status == 0)
            #expect(bundle.errors == "")
        }
    }

    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }.joined()
    }
}
