import Testing
import TimelineNavigation
import TimelineTestSupport

struct ListChangeTests {
    struct Item: Identifiable, Hashable {
        let id: Int
        var text = ""
    }

    private func changes(_ old: [Item], _ new: [Item]) -> [ListChange<Int>] { ListChange.changes(from: old, to: new) }

    /// Each list is drawn as its elements: an id, and a text.
    private static func items(_ text: String) -> [Item] {
        text.split(separator: " ").map { Item(id: Int($0.prefix(1))!, text: String($0.dropFirst())) }
    }

    @Test(
        arguments: [
            ("", "", []), ("1 2 3", "1 2 3", []),
            // Deletions are at old positions from the end, insertions and updates at new positions.
            ("1 2 3 4", "2 4", [.delete(at: 2), .delete(at: 0)]), ("2 4", "1 2 3 4", [.insert(at: 0), .insert(at: 2)]),
            ("1 2 3 4", "1 4 2 3", [.move(from: 3, to: 1)]),
            ("1 2 3 4", "9 4 2 3", [.delete(at: 0), .insert(at: 0), .move(from: 3, to: 1)]),
            ("1 2", "3 1 2new", [.insert(at: 0), .update(at: 2)]),
            ("1 2 3", "3new 1 2", [.move(from: 2, to: 0), .update(at: 0)]),
            // Elements with one ID are the same in order. `ForEach` and diffable data sources stop the app at such a list.
            ("1a 1b", "1a", [.delete(at: 1)]), ("1a", "1b 1a", [.insert(at: 1), .update(at: 0)]),
        ] as [(String, String, [ListChange<Int>])])
    func changesAreListedInThisOrder(old: String, new: String, expected: [ListChange<Int>]) {
        #expect(changes(Self.items(old), Self.items(new)) == expected)
    }

    @Test func aTableShowsTheNewListAfterAnyChanges() throws {
        var seed = Seed()
        var moves = 0
        for _ in 0..<Harness.count(small: 2000, full: 100_000) {
            let (old, new) = (Self.list(&seed), Self.list(&seed))
            let changes = changes(old, new)
            let updates = changes.filter { if case .update = $0 { true } else { false } }
            let batch = Array(changes.dropLast(updates.count))
            moves += batch.count { if case .move = $0 { true } else { false } }

            // Where an id is twice, a row is known by its place among them.
            var table = SectionTableModel([(id: 0, rows: Self.rows(old))])
            do { try table.perform(batch.map(\.inFirstSection), showing: [(id: 0, rows: Self.rows(new))]) } catch {
                Issue.record("\(error): \(old.map(\.id)) to \(new.map(\.id)), \(changes), \(seed)")
            }

            // With the cells of the old list carried along, and those of updates made again, the contents are the new ones.
            var contents = Self.apply(batch, old, new)
            for case .update(let index) in updates { contents[index] = new[index] }
            #expect(contents == new, "\(seed)")
            #expect(updates.count == zip(Self.apply(batch, old, new), new).count { $0 != $1 }, "\(seed)")
        }
        #expect(moves > 100, "\(seed)")
    }

    /// No shorter list of moves does it: all elements that stay but those of a longest common subsequence have to move.
    @Test func asFewElementsMoveAsPossible() {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 500, full: 10_000) {
            let old = Array(0..<Int.random(in: 0..<12, using: &seed)).shuffled(using: &seed)
            let new = Array(0..<Int.random(in: 0..<12, using: &seed)).shuffled(using: &seed)
            let moves = changes(old.map { Item(id: $0) }, new.map { Item(id: $0) })
                .count { if case .move = $0 { true } else { false } }
            #expect(moves == min(old.count, new.count) - longestCommon(old, new), "\(old) to \(new), \(seed)")
        }
    }

    // MARK: - Support

    private static func list(_ seed: inout Seed) -> [Item] {
        (0..<Int.random(in: 0...10, using: &seed)).map { _ in
            Item(id: Int.random(in: 0..<14, using: &seed), text: Bool.random(using: &seed) ? "a" : "b")
        }
    }

    private static func rows(_ items: [Item]) -> [String] {
        var counts: [Int: Int] = [:]
        return items.map { item in
            counts[item.id, default: 0] += 1
            return "\(item.id)#\(counts[item.id] ?? 0)"
        }
    }

    /// Takes what goes out of `old`, and puts what comes in, with the content that moved elements had.
    private static func apply(_ batch: [ListChange<Int>], _ old: [Item], _ new: [Item]) -> [Item] {
        var (gone, come): (Set<Int>, [(Int, Item)]) = ([], [])
        for change in batch {
            switch change {
            case .delete(let index): gone.insert(index)
            case .insert(let index): come.append((index, new[index]))
            case .move(let from, let to):
                gone.insert(from)
                come.append((to, old[from]))
            case .update: break
            }
        }
        var result = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        for (index, item) in come.sorted(by: { $0.0 < $1.0 }) { result.insert(item, at: index) }
        return result
    }
}
