/// Pops remove screens that were pushed, and no others: where a screen to remove is presented, they throw.
extension ScreenStack {
    public mutating func pop(_ count: Int = 1) throws(ScreenStackError) {
        guard count >= 0 else { throw ScreenStackError(.count, "cannot pop \(count) screens") }
        let above = entries.count - 1
        // A presentation in between blocks it first.
        if let presented = entries.suffix(Swift.min(count, above)).last(where: \.style.isPresented) {
            throw ScreenStackError(.presented, "cannot pop screen \(presented.id), which is a \(presented.style)")
        }
        guard count <= above else {
            throw ScreenStackError(.count, "cannot pop \(screens(count)), as the stack has \(above) above its root")
        }
        entries.removeLast(count)
    }

    /// Pops all screens but the root; none if the root is on top.
    public mutating func popToRoot() throws(ScreenStackError) { try pop(entries.count - 1) }

    /// Pops the screens pushed since the last presentation, or on the root.
    public mutating func popToCurrentNavigationRoot() {
        entries.removeLast(entries.reversed().prefix { $0.style == .push }.count)
    }

    /// Pops the screens above one; none if it is on top.
    public mutating func pop(to id: ID) throws(ScreenStackError) { try pop(above(id)) }

    /// Pops the screens above the topmost one that meets a condition: `pop(toScreenWhere: \.isList)`.
    public mutating func pop(toScreenWhere condition: (_ screen: Screen) -> Bool) throws(ScreenStackError) {
        try pop(above { condition($0.screen) })
    }
}

/// Going back removes screens, pushed or presented.
extension ScreenStack {
    /// Removes the topmost screens.
    public mutating func goBack(_ count: Int = 1) throws(ScreenStackError) {
        let above = entries.count - 1
        guard 0...above ~= count else {
            throw ScreenStackError(.count, "cannot go back \(screens(count)), as the stack has \(above) above its root")
        }
        entries.removeLast(count)
    }

    /// Removes all screens but the root; none if the root is on top.
    public mutating func goBackToRoot() { entries.removeLast(entries.count - 1) }

    /// Removes the screens above one; none if it is on top.
    public mutating func goBack(to id: ID) throws(ScreenStackError) { try goBack(above(id)) }

    /// Removes the screens above the topmost one that meets a condition: `goBack(toScreenWhere: \.isList)`.
    public mutating func goBack(toScreenWhere condition: (_ screen: Screen) -> Bool) throws(ScreenStackError) {
        try goBack(above { condition($0.screen) })
    }
}

extension ScreenStack {
    /// Dismisses the topmost sheets and covers.
    ///
    /// - Parameter count: The number of presentations; screens pushed on them do not count.
    public mutating func dismiss(_ count: Int = 1) throws(ScreenStackError) {
        guard count >= 0 else { throw ScreenStackError(.count, "cannot dismiss \(count) screens") }
        let presented = entries.indices.filter { entries[$0].style.isPresented }
        guard count <= presented.count else {
            throw ScreenStackError(
                .notPresented, "cannot dismiss \(screens(count)), as the stack has \(presented.count) presented")
        }
        if let lowest = presented.suffix(count).first { entries.removeLast(entries.count - lowest) }
    }

    /// Dismisses all sheets and covers; none if nothing is presented.
    public mutating func dismissAll() {
        if let lowest = entries.firstIndex(where: \.style.isPresented) { entries.removeLast(entries.count - lowest) }
    }
}

extension ScreenStack {
    private func above(_ id: ID) throws(ScreenStackError) -> Int {
        try above("there is no screen \(id)") { $0.id == id }
    }

    private func above(
        _ problem: String = "no screen meets the condition", where condition: (Entry) -> Bool
    ) throws(ScreenStackError) -> Int {
        guard let index = entries.lastIndex(where: condition) else { throw ScreenStackError(.noSuchScreen, problem) }
        return entries.count - 1 - index
    }
}

private func screens(_ count: Int) -> String { count == 1 ? "1 screen" : "\(count) screens" }
