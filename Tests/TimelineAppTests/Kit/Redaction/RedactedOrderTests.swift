import Testing
@testable import TimelineKit
import TimelineTestSupport

/// Hidden values are written in the canonical order of their pseudonyms, which reveals nothing about the values.
struct RedactedOrderTests {
    private enum Kind: String, Codable { case alpha, beta, gamma }

    private struct Box: Codable, Hashable {
        var labels: Set<String>
        @Redacted var pins: Set<Int>
    }

    private struct Contacts: Codable, Equatable, Sendable {
        var names: Set<String> = []
        var numbers: [Kind: Int] = [:]
        var ages: [Int: Set<Int>] = [:]
        var boxes: Set<Box> = []
        var byName: [String: Set<String>] = [:]
        var marked: Set<Redacted<String>> = []
        var markedNumbers: [Redacted<Int>: Redacted<[Double]>] = [:]
        @Redacted var secrets: [Set<Int>: [String: Set<String>]] = [:]

        /// The order of an array is part of its value.
        var list = ["c", "b", "a"]

        init(_ count: Int, using seed: inout Seed) {
            let words = (1...count).map { "word \($0)" }.shuffled(using: &seed)
            let whole = (1...count).map { $0 * $0 }.shuffled(using: &seed)
            names = Set(words)
            numbers = Dictionary(uniqueKeysWithValues: zip([.alpha, .beta, .gamma].shuffled(using: &seed), 1...3))
            numbers = numbers.mapValues { _ in 7 }
            ages = Dictionary(uniqueKeysWithValues: whole.map { ($0, Set([$0, 1, 2, 3].shuffled(using: &seed))) })
            boxes = Set(words.map { Box(labels: [$0, "x", "y"], pins: [$0.utf8.count, 4, 5]) })
            byName = Dictionary(uniqueKeysWithValues: words.map { ($0, Set([$0, "z", "a"].shuffled(using: &seed))) })
            marked = Set(words.map { Redacted($0) })
            markedNumbers = Dictionary(uniqueKeysWithValues: whole.map { (Redacted($0), Redacted([1.5])) })
            secrets = Dictionary(
                uniqueKeysWithValues: whole.map { (Set([$0, 1, 2]), ["k\($0)": ["u", "v"], "l": []]) })
        }
    }

    private func text(_ state: Contacts, _ redaction: Redaction) throws -> String {
        let redactor = RecordingRedactor(redaction, try redaction.patterns())
        return String(decoding: try redactor.encode(state: state).bytes, as: UTF8.self)
    }

    private static let key = Array("a key for tests.".utf8)

    @Test(arguments: [
        [], ["$.names", "$.boxes[*].labels[*]"], ["$.names[3]", "$.ages[*]"],
        ["$.byName~", "$.byName[*]"], ["$.nothing"], ["$.markedNumbers", "$.boxes", "$.secrets"], ["$"],
    ])
    func aRedactedStateIsInCanonicalOrder(paths: [String]) throws {
        var seed = Seed()
        for count in [1, 2, 12] {
            let redaction = Redaction(state: paths, key: Self.key)
            let written = try text(Contacts(count, using: &seed), redaction)
            #expect(try text(Contacts(count, using: &seed), redaction) == written, "\(seed)")
            if paths == ["$"] { continue }
            let read = try JSONCoding.decode(Contacts.self, from: written.utf8)
            #expect(String(decoding: try JSONCoding.encode(read).bytes, as: UTF8.self) == written, "\(seed)")
        }
    }

    @Test func anArrayKeepsItsOrder() throws {
        var seed = Seed()
        let pseudonyms = Pseudonyms(key: Self.key)
        let written = try text(Contacts(1, using: &seed), Redaction(state: ["$.list"], key: Self.key))
        #expect(try JSON(parsing: written.utf8).object?["list"] == pseudonyms.of(["c", "b", "a"]))
    }
}
