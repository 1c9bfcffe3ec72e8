import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// The compliance test suite of RFC 9535.
struct ComplianceTests {
    @Test(.enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"))
    func everyCaseOfTheSuiteHolds() throws {
        let cases = try #require(try Suite.json("jsonpath/cts.json").object?["tests"]?.array)
        #expect(cases.count == 703)
        for test in cases {
            let test = try #require(test.object)
            let name = try #require(test["name"]?.string)
            let selector = try #require(test["selector"]?.string)
            guard let document = test["document"] else {
                #expect(test["invalid_selector"] == true, "\(name)")
                #expect(throws: JSONPathError.self, "\(name): \(selector)") { try JSONPath(parsing: selector) }
                continue
            }
            do {
                let nodes = try JSONPath(parsing: selector).nodes(in: document)
                let results = try test["results"]?.array ?? [try #require(test["result"])]
                let paths = try test["results_paths"]?.array ?? [try #require(test["result_paths"])]
                let found = JSON.array(nodes.map(\.value))
                let places = JSON.array(nodes.map { .string("\($0.path)") })
                #expect(
                    zip(results, paths).contains { $0 == found && $1 == places },
                    "\(name): \(selector) gave \(found) at \(places)")
                for node in nodes { #expect(document[node.path.pointer] == node.value, "\(name): \(node.path)") }
            } catch {
                Issue.record("\(name): \(selector): \(error)")
            }
        }
    }
}
