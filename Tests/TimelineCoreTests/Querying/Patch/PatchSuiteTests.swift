import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// The tests of RFC 6902 by json-patch.
struct PatchSuiteTests {
    @Test(
        .enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"),
        arguments: [("spec_tests.json", 16), ("tests.json", 92)])
    func everyCaseOfTheSuiteHolds(file: String, count: Int) throws {
        var tried = 0
        for (index, text) in try Suite.objects(in: "json-patch/\(file)").enumerated() {
            // One of the disabled cases has a duplicate key, which the parser rejects.
            if String(decoding: text, as: UTF8.self).contains("\"disabled\": true") { continue }
            let test = try #require(try JSON(parsing: text).object)
            tried += 1
            let document = try #require(test["doc"])
            let patch = try #require(test["patch"])
            let name = "\(index): \(patch)"
            if test["error"] != nil {
                #expect(throws: JSONPatchError.self, "\(name)") { try JSONPatch(patch).apply(to: document) }
                continue
            }
            do {
                let patch = try JSONPatch(patch)
                let result = try patch.apply(to: document)
                if let expected = test["expected"] { #expect(result == expected, "\(name)") }
                #expect(try JSONPatch(patch.json) == patch, "\(name)")
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
        #expect(tried == count)
    }
}
