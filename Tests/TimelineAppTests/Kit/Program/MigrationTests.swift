import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct MigrationTests {
    @Test(arguments: [
        ("1.0.0", "1.0.1"), ("1.9", "1.10"), ("1.9.9", "2"), ("2.0.0-beta", "2.0.0"), ("2.0.0-1", "2.0.0-beta"),
        ("2.0.0-beta.2", "2.0.0-beta.11"), ("2.0.0-beta", "2.0.0-beta.1"), ("spring", "summer"),
        ("7", "spring"),
    ])
    func versionsAreOrdered(earlier: String, later: String) {
        #expect(VersionOrder.precedes(earlier, later) && !VersionOrder.precedes(later, earlier))
    }

    @Test(arguments: [("1", "1.0.0"), ("1.0.0+5", "1.0.0+6"), ("1.0.0", "1.0.0"), ("a", "a")])
    func theseVersionsAreEqual(one: String, other: String) {
        #expect(!VersionOrder.precedes(one, other) && !VersionOrder.precedes(other, one))
    }

    @Test func aValueIsChangedInPlace() throws {
        var value: Migration.Value = ["list": ["page": 3, "ids": [1, 2]], "name": "a", "open": true, "rate": 1.5]
        value["list"]?["page"] = 0
        value["list"]?["size"] = try Migration.Value(encoding: [10, 20])
        value["list"]?["ids"]?.updateElements { $0 = try! .init(encoding: $0.decoded(as: Int.self) * 2) }
        value.rename("name", to: "title")
        value.rename("missing", to: "other")
        value.rename("open", to: "title")
        value["rate"] = nil
        value["none"] = Migration.Value.null
        value["title"]?["inside"] = 1
        #expect(
            value.json.description
                == #"{"list":{"page":0,"ids":[2,4],"size":[10,20]},"title":"a","open":true,"none":null}"#)
        #expect(throws: (any Error).self) { try value.decoded(as: Int.self) }
    }

    // MARK: - A program in its third version

    private struct Cart: Codable, Equatable, Sendable {
        var items: [Item] = []
        var note = ""
    }

    private struct Item: Codable, Equatable, Sendable {
        let id: Int
        /// Since version 3.
        var count: Int
    }

    private enum Action: Codable, Sendable {
        /// `put` before version 2.
        case added(id: Int)
        case noted(String)
    }

    private struct Shop: Program {
        let name = "shop"
        var version = "3.0.0"
        let initialState = Cart()
        var migrations: [Migration] = [
            .states(to: "3.0.0") { state in state["items"]?.updateElements { $0["count"] = 1 } },
            .actions(to: "2.0.0") { action in action.rename("put", to: "added") },
        ]

        func reduce(_ state: inout Cart, _ action: Action) {
            switch action {
            case .added(let id): state.items.append(Item(id: id, count: 1))
            case .noted(let note): state.note = note
            }
        }
    }

    private func timeline(_ version: String, _ lines: [String]) -> [UInt8] {
        Array(sealed([tickingHeader("shop", version: version, snapshots: "every 1000000 steps")] + lines).utf8)
    }

    /// As version 1 recorded it.
    private let old = [
        #"{"seq":0,"at":0.000000,"state":{"items":[],"note":""}}"#,
        #"{"seq":1,"at":0.100000,"action":{"put":{"id":7}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"noted":{"_0":"x"}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"state":{"items":[{"id":7}],"note":"x"}}"#,
        #"{"seq":3,"at":0.300000,"set":{"items":[{"id":8}],"note":"y"},"by":"test"}"#,
        #"{"seq":4,"at":0.400000,"action":{"put":{"id":9}},"from":"user"}"#,
    ]

    @Test func aTimelineOfAnOldVersionReplays() throws {
        let journal = try Journal(bytes: timeline("1.4.0", old))
        var replayer = Replayer(Shop(), journal)
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil && replayer.counts.confirmed == 1 && replayer.counts.replayed == 3)
        let end = Cart(items: [Item(id: 8, count: 1), Item(id: 9, count: 1)], note: "y")
        #expect(try replayer.state(at: 4) == end)
        var fresh = Replayer(Shop(), journal, fresh: true)
        #expect(try fresh.state(at: 4) == end)
    }

    @Test func onlyTheMigrationsToLaterVersionsApply() throws {
        // In version 2.5, an action of another name is an error.
        var replayer = Replayer(Shop(), try Journal(bytes: timeline("2.5", old)))
        #expect(throws: ReplayError.self) { try replayer.next() }
        let renamed = old.map { $0.replacing("put", with: "added") }
        replayer = Replayer(Shop(), try Journal(bytes: timeline("2.5", renamed)))
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil)
        #expect(MigrationPath(for: Shop(), from: "3.0.0") == nil)
        // A migration to a version that is yet to come.
        #expect(MigrationPath(for: Shop(version: "2.5"), from: "2.5") == nil)
    }

    @Test func aBundleOfAnOldVersionKeepsItsSchema() throws {
        let journal = try Journal(bytes: timeline("1.4.0", old))
        let bundle = try CrashBundle(of: journal, program: Shop(), last: 1)
        let copy = try Journal(bytes: bundle.bytes)
        #expect(copy.first == 3 && copy.header.version == "1.4.0")
        var replayer = Replayer(Shop(), copy)
        #expect(try replayer.state(at: 4).items.map(\.id) == [8, 9])
    }

    @Test func anUncoveredChangeIsReportedWithTheLinesThatCoverIt() throws {
        func error(_ version: String, _ lines: [String], present: String) throws -> String {
            var shop = Shop()
            (shop.version, shop.migrations) = (present, [])
            var replayer = Replayer(shop, try Journal(bytes: timeline(version, lines), name: "run.jsonl"))
            return try #require(throws: ReplayError.self) { while try replayer.next() != nil {} }.description
        }
        #expect(
            try error("1.4.0", old, present: "3.0.0")
                == """
                run.jsonl, line 3: the program cannot decode the action of step 1: Action has no case "put".
                Version 1.4.0 recorded it, and this is 3.0.0.
                If the schema changed, declare in the program how:

                  let migrations: [Migration] = [
                      .actions(to: "3.0.0") { action in
                          action.rename("put", to: …)
                      }
                  ]
                """)
        let renamed = old.map { $0.replacing("put", with: "added") }
        #expect(
            try error("2.5", renamed, present: "2.5")
                == """
                run.jsonl, line 5: the program cannot decode the state of step 2: $.items[0]: the key "count" is missing.
                Version 2.5 of the program recorded it, or it was edited.
                If the schema changed since, give the program a new version, and declare how:

                  let migrations: [Migration] = [
                      .states(to: "NEW VERSION") { state in
                          state["items"]?.updateElements { $0["count"] = … }
                      }
                  ]
                """)
    }
}
