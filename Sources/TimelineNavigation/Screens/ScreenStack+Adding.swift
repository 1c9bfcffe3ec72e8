extension ScreenStack {
    /// Pushes a screen on the one on top.
    public mutating func push(_ screen: Screen, id: ID) throws(ScreenStackError) { try add(screen, id, .push) }

    public mutating func presentSheet(_ screen: Screen, id: ID) throws(ScreenStackError) { try add(screen, id, .sheet) }

    /// Presents a screen as a cover of the whole display.
    public mutating func presentCover(_ screen: Screen, id: ID) throws(ScreenStackError) { try add(screen, id, .cover) }

    private mutating func add(_ screen: Screen, _ id: ID, _ style: ScreenStyle) throws(ScreenStackError) {
        guard index(of: id) == nil else { throw ScreenStackError(.sameID, "screen \(id) is already on the stack") }
        entries.append(Entry(id: id, style: style, screen: screen))
    }
}
