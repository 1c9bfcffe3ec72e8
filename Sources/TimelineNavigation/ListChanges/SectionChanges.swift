/// The changes of a list of sections with items, in steps that a table view can show.
///
/// A table view refuses most changes of items in the batch that moves their section. So there are two batches, and a list
/// that is shown between them:
///
/// 1. The items change, and the sections stay where they were: `items`, after which the table shows `intermediate`.
/// 2. The sections change, with all that is in them: `sections`, after which it shows the new list.
///
/// Updates belong in a batch of their own after each: see `ListChange`.
public struct SectionChanges<Section> {
    /// The changes of items, from the old list to `intermediate`, ordered as those of one list.
    ///
    /// An item that goes to another section moves. One that goes to a section that is new is deleted, and comes with that section.
    public let items: [ListChange<ListPosition>]

    /// The sections of the old list in their old order: those that stay with their new content, those that go with the items
    /// that go with them.
    public let intermediate: [Section]

    /// The changes of sections, from `intermediate` to the new list. An update is a change of something else than the items.
    public let sections: [ListChange<Int>]

    /// Sections are the same if their ids are equal, items if theirs are; an id of an item should be unique over all sections. **Cost**
    /// as for `ListChange.changes(from:to:)`, for the sections and for the items of each.
    ///
    /// - Parameter items: The items of a section.
    public init<Item: Identifiable & Equatable>(
        from old: [Section], to new: [Section], items: WritableKeyPath<Section, [Item]>
    ) where Section: Identifiable & Equatable {
        let newPlaces = Dictionary(uniqueKeysWithValues: zip(OccurrenceID.list(of: new.map(\.id)), new.indices))
        let staying = OccurrenceID.list(of: old.map(\.id)).map { newPlaces[$0].map { new[$0] } }
        let oldItems = PlacedItems(old.map { $0[keyPath: items] })
        let stayingItems = PlacedItems(staying.map { $0?[keyPath: items] ?? [] })
        let intermediate = zip(old.indices, staying).map { index, staying in
            if let staying { return staying }
            var section = old[index]
            section[keyPath: items] = zip(oldItems.ids[index], section[keyPath: items])
                .filter { stayingItems.places[$0.0] == nil }.map(\.1)
            return section
        }
        self.intermediate = intermediate
        self.items = oldItems.changes(to: PlacedItems(intermediate.map { $0[keyPath: items] }))

        // Sections whose items are not compared.
        func bare(_ sections: [Section]) -> [Section] {
            sections.map { section in
                var section = section
                section[keyPath: items] = []
                return section
            }
        }
        // The intermediate list has the new content already, so updates come from the old one. Both have the same order.
        sections = ListChange.changes(from: bare(old), to: bare(new))
    }
}

extension SectionChanges: Sendable where Section: Sendable {}
