import Testing
import TimelineNavigation
import TimelineTestSupport

struct SectionChangesTests {
    typealias Item = ListChangeTests.Item

    struct Section: Identifiable, Hashable {
        let id: String
        var title = ""
        var items: [Item]

        init(_ id: String, title: String = "", _ items: [Item]) {
            (self.id, self.title, self.items) = (id, title, items)
        }
        init(_ id: String, _ ids: Int...) { self.init(id, ids.map { Item(id: $0) }) }
    }

    private func changes(_ old: [Section], _ new: [Section]) -> SectionChanges<Section> {
        SectionChanges(from: old, to: new, items: \.items)
    }

    private func at(_ section: Int, _ item: Int) -> ListPosition { ListPosition(section: section, item: item) }

    @Test func itemsChangeWithinTheirSection() {
        let old = [Section("a", 1, 2, 3), Section("b", 4)]
        let new = [Section("a", 3, 1, 2), Section("b", 4, 5)]
        let changes = changes(old, new)
        #expect(changes.items == [.move(from: at(0, 2), to: at(0, 0)), .insert(at: at(1, 1))])
        #expect(changes.intermediate == new)
        #expect(changes.sections == [])
    }

    @Test func anItemMovesToAnotherSection() {
        let changes = changes(
            [Section("open", 1, 2), Section("done", 3)], [Section("open", 2), Section("done", 3, 1)])
        #expect(changes.items == [.move(from: at(0, 0), to: at(1, 1))])
        #expect(changes.sections == [])
    }

    @Test func aSectionTakesItsItemsAlong() {
        let old = [Section("a", 1, 2), Section("b", 3), Section("c", 4)]
        let new = [Section("c", 4), Section("d", 5), Section("a", 1, 2)]
        let changes = changes(old, new)
        #expect(changes.items == [])
        #expect(changes.intermediate == old)
        #expect(changes.sections == [.delete(at: 1), .insert(at: 1), .move(from: 0, to: 2)])
    }

    @Test func anItemLeavesASectionThatGoes() {
        let changes = changes([Section("a", 1, 2), Section("b", 3)], [Section("b", 2, 3)])
        #expect(changes.items == [.move(from: at(0, 1), to: at(1, 0))])
        #expect(changes.intermediate == [Section("a", 1), Section("b", 2, 3)])
        #expect(changes.sections == [.delete(at: 0)])
    }

    @Test func anItemThatGoesToANewSectionComesWithIt() {
        let changes = changes([Section("a", 1, 2)], [Section("a", 1), Section("b", 2)])
        #expect(changes.items == [.delete(at: at(0, 1))])
        #expect(changes.sections == [.insert(at: 1)])
    }

    @Test func updatesOfSectionsAndItemsAreListed() {
        let changes = changes(
            [Section("a", title: "old", [Item(id: 1)]), Section("b", title: "b", [Item(id: 2, text: "old")])],
            [Section("a", title: "new", [Item(id: 1)]), Section("b", title: "b", [Item(id: 2, text: "new")])])
        #expect(changes.items == [.update(at: at(1, 0))])
        #expect(changes.sections == [.update(at: 0)])
    }

    @Test func aTableShowsTheNewSectionsAfterAnyChanges() throws {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 2000, full: 100_000) {
            let (old, new) = (Self.sections(&seed), Self.sections(&seed))
            let changes = changes(old, new)
            let itemBatch = changes.items.filter { if case .update = $0 { false } else { true } }
            let sectionBatch = changes.sections.filter { if case .update = $0 { false } else { true } }
            func rows(_ sections: [Section]) -> [(id: String, rows: [Int])] {
                sections.map { (id: $0.id, rows: $0.items.map(\.id)) }
            }
            do {
                var table = SectionTableModel(rows(old))
                try table.perform(itemBatch, showing: rows(changes.intermediate))
                try table.perform(sectionBatch, showing: rows(new))
            } catch {
                Issue.record("\(error): \(rows(old)) to \(rows(new)), \(seed)")
            }
            // What is in both lists and differs is updated, and nothing else.
            let before = Dictionary(uniqueKeysWithValues: old.flatMap(\.items).map { ($0.id, $0) })
            let updated = changes.items.compactMap { if case .update(let position) = $0 { position } else { nil } }
            let differing = changes.intermediate.enumerated().flatMap { section, value in
                value.items.indices.filter { (before[value.items[$0].id] ?? value.items[$0]) != value.items[$0] }
                    .map { at(section, $0) }
            }
            #expect(updated == differing, "\(seed)")
        }
    }

    /// Sections with unique ids and items with ids unique over all of them.
    private static func sections(_ random: inout Seed) -> [Section] {
        var ids = Array(0..<16).shuffled(using: &random)
        let count = Int.random(in: 0...4, using: &random)
        return ["a", "b", "c", "d", "e"].shuffled(using: &random).prefix(count).map { id in
            let items = ids.prefix(Int.random(in: 0...4, using: &random)).map {
                Item(id: $0, text: Bool.random(using: &random) ? "a" : "b")
            }
            ids.removeFirst(items.count)
            return Section(id, title: Bool.random(using: &random) ? "x" : "y", items)
        }
    }
}
