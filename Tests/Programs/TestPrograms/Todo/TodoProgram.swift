public import TimelineKit

/// A to-do app with some of the kinds of faults that O'Connor and Wickström found in implementations of TodoMVC ("Quickstrom", PLDI
/// 2022), or with similar ones where theirs concern only the page; or with none.
public struct TodoProgram: Program {
    public enum Fault: String, CaseIterable, Sendable {
        case blankIsAdded, titleIsNotTrimmed, draftStays, filterClearsDraft, removalClearsDraft, additionChangesFilter
        case toggleAllSkipsHidden, toggleAllNeverUnchecks, counterCountsCompleted, counterMissesRemoval
        case counterMissesBlankEdit, blankEditStays, editIsNotTrimmed, cancelCommits, editOutlivesFilter
        case editOutlivesClearing, clearButtonStays, identifierIsReused, editUsesIndex, savedTooEarly, loadedTwice
        case listIsStale
    }

    public let name = "todo"
    public let version = "1.0.0"
    public let initialState = Todo()
    private let faults: Set<Fault>

    public init(_ fault: Fault? = nil) { self.init(faults: fault.map { [$0] } ?? []) }

    public init(faults: Set<Fault>) { self.faults = faults }

    public let invariants = [
        Invariant<Todo>("the counter counts active items") { todo in
            todo.remaining == todo.items.count { !$0.isCompleted }
        },
        Invariant<Todo>("the box is checked if all are completed") { todo in
            todo.isAllChecked == (!todo.items.isEmpty && todo.items.allSatisfy(\.isCompleted))
        },
        Invariant<Todo>("the button is shown if an item is completed") { todo in
            todo.showsClear == todo.items.contains(where: \.isCompleted)
        },
        Invariant<Todo>("the list shows what the filter selects") { todo in
            todo.shown == todo.selected.map(\.id)
        },
        Invariant<Todo>("titles are trimmed and not blank") { todo in
            todo.items.allSatisfy { !$0.title.isEmpty && $0.title == $0.title.trimmed }
        },
        Invariant<Todo>("titles are those that were submitted") { todo in
            todo.items.allSatisfy { todo.agreed[$0.id] == nil || todo.agreed[$0.id] == $0.title }
        },
        Invariant<Todo>("identifiers are unique") { todo in Set(todo.items.map(\.id)).count == todo.items.count },
        Invariant<Todo>("the edited item is shown") { todo in
            todo.edit.map { edit in todo.selected.contains { $0.id == edit.id } } ?? true
        },
        Invariant<Todo>("the draft is what was typed") { $0.draft == $0.typed },
        Invariant<Todo>("the filter is the chosen one") { $0.filter == $0.chosenFilter },
        Invariant<Todo>("changes that are not saved are marked") { $0.isDirty == ($0.savedRevision < $0.revision) },
    ]

    public func isPossible(_ action: TodoAction, in todo: Todo) -> Bool {
        switch action {
        case .toggled(let id), .removed(let id), .editTapped(let id): todo.shown.contains(id)
        case .editChanged, .editSubmitted, .editCanceled: todo.edit != nil
        case .toggleAllTapped: !todo.items.isEmpty
        case .clearTapped: todo.showsClear
        default: true
        }
    }

    public func reduce(_ todo: inout Todo, _ action: TodoAction) {
        let before = todo
        switch action {
        case .draftChanged(let text): (todo.draft, todo.typed) = (text, text)
        case .submitted: submit(&todo)
        case .toggled(let id):
            guard let index = todo.index(of: id) else { return }
            todo.items[index].isCompleted.toggle()
        case .toggleAllTapped: toggleAll(&todo)
        case .removed(let id):
            guard let index = todo.index(of: id) else { return }
            todo.items.remove(at: index)
            if todo.items.isEmpty, faults.contains(.removalClearsDraft) { todo.draft = "" }
        case .filterTapped(let filter):
            (todo.filter, todo.chosenFilter) = (filter, filter)
            if faults.contains(.filterClearsDraft) { todo.draft = "" }
        case .editTapped(let id):
            guard let index = todo.index(of: id) else { return }
            todo.edit = .init(id: id, index: index, text: todo.items[index].title)
        case .editChanged(let text): todo.edit?.text = text
        case .editSubmitted: commit(&todo)
        case .editCanceled:
            if faults.contains(.cancelCommits), let edit = todo.edit, let index = todo.index(of: edit.id),
                !edit.text.trimmed.isEmpty
            {
                todo.items[index].title = edit.text.trimmed
            }
            todo.edit = nil
        case .clearTapped: todo.items.removeAll(where: \.isCompleted)
        case .appeared, .saveTapped: break
        case .loaded(let items):
            if todo.isLoaded, !faults.contains(.loadedTwice) { break }
            todo.isLoaded = true
            for item in items where faults.contains(.loadedTwice) || todo.index(of: item.id) == nil {
                todo.items.append(item)
                todo.agreed[item.id] = item.title
            }
            todo.nextID = max(todo.nextID, (items.map(\.id).max() ?? 0) + 1)
        case .saved(let revision):
            todo.savedRevision = max(todo.savedRevision, min(revision, todo.revision))
            todo.isDirty = faults.contains(.savedTooEarly) ? false : todo.savedRevision < todo.revision
        }
        show(&todo, since: before)
    }

    func traps(in todo: Todo, _ action: TodoAction) -> Bool {
        guard case .editSubmitted = action, faults.contains(.editUsesIndex), let edit = todo.edit else { return false }
        return edit.index >= todo.items.count
    }

    private func submit(_ todo: inout Todo) {
        let title = faults.contains(.titleIsNotTrimmed) ? todo.draft : todo.draft.trimmed
        guard !title.trimmed.isEmpty || faults.contains(.blankIsAdded) && !todo.draft.isEmpty else { return }
        let id = faults.contains(.identifierIsReused) ? todo.items.count + 1 : todo.nextID
        todo.items.append(.init(id: id, title: title))
        todo.agreed[id] = title
        todo.nextID += 1
        todo.typed = ""
        if !faults.contains(.draftStays) { todo.draft = "" }
        if faults.contains(.additionChangesFilter) { todo.filter = .all }
    }

    private func toggleAll(_ todo: inout Todo) {
        let isCompleted = !todo.items.allSatisfy(\.isCompleted) || faults.contains(.toggleAllNeverUnchecks)
        let selected = Set(todo.selected.map(\.id))
        for index in todo.items.indices
        where !faults.contains(.toggleAllSkipsHidden) || selected.contains(todo.items[index].id) {
            todo.items[index].isCompleted = isCompleted
        }
    }

    private func commit(_ todo: inout Todo) {
        guard let edit = todo.edit else { return }
        todo.edit = nil
        if faults.contains(.editUsesIndex) {
            // The index is that of the item when the edit began.
            todo.items[edit.index].title = edit.text.trimmed.isEmpty ? "?" : edit.text.trimmed
            return
        }
        guard let index = todo.index(of: edit.id) else { return }
        let title = faults.contains(.editIsNotTrimmed) ? edit.text : edit.text.trimmed
        if title.trimmed.isEmpty, !faults.contains(.blankEditStays) {
            todo.items.remove(at: index)
        } else {
            todo.items[index].title = title
            todo.agreed[edit.id] = title
        }
    }

    /// What follows from the items.
    private func show(_ todo: inout Todo, since before: Todo) {
        let hasChanged = todo.items != before.items
        if hasChanged {
            todo.revision += 1
            todo.isDirty = true
        }
        let wasRemoved = todo.items.count < before.items.count
        let isBlankEdit = wasRemoved && before.edit != nil && todo.edit == nil
        let active = todo.items.count { !$0.isCompleted }
        if faults.contains(.counterCountsCompleted), todo.filter == .completed {
            todo.remaining = todo.items.count
        } else if !(faults.contains(.counterMissesRemoval) && wasRemoved && !isBlankEdit && todo.filter == .active)
            && !(faults.contains(.counterMissesBlankEdit) && isBlankEdit)
        {
            todo.remaining = active
        }
        let allChecked = !todo.items.isEmpty && active == 0
        todo.isAllChecked =
            faults.contains(.toggleAllNeverUnchecks) && before.isAllChecked && !todo.items.isEmpty || allChecked
        if faults.contains(.toggleAllSkipsHidden), hasChanged, todo.filter != .all,
            todo.selected.allSatisfy(\.isCompleted),
            !todo.items.isEmpty
        {
            todo.isAllChecked = true
        }
        if !(faults.contains(.clearButtonStays) && wasRemoved && before.filter == .completed) {
            todo.showsClear = todo.items.contains(where: \.isCompleted)
        }
        if !(faults.contains(.listIsStale) && hasChanged && todo.filter == .active && !wasRemoved) {
            todo.shown = todo.selected.map(\.id)
        }
        guard let edit = todo.edit, !todo.selected.contains(where: { $0.id == edit.id }) else { return }
        if faults.contains(.editUsesIndex) { return }
        if faults.contains(.editOutlivesFilter), todo.index(of: edit.id) != nil { return }
        if faults.contains(.editOutlivesClearing), todo.index(of: edit.id) == nil, wasRemoved { return }
        todo.edit = nil
    }
}

extension Todo {
    var selected: [Item] { items.filter { filter == .all || $0.isCompleted == (filter == .completed) } }

    func index(of id: Int) -> Int? { items.firstIndex { $0.id == id } }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
