extension ScreenStack {
    /// A stack that SwiftUI can show at once when it shows the one before.
    public struct Step {
        /// How long the one before stays.
        public let delay: Duration
        public let stack: ScreenStack
    }

    /// The stacks to show, one after the other, to get from this one to `goal`, which is the last of them.
    ///
    /// A view made of `navigationDestination(isPresented:)` and `sheet` shows one push, one presentation or one dismissal at a time, and
    /// any number of pops. So presented screens that are not in
    /// `goal` are dismissed one by one, pushed screens are popped at once, another root takes the place of the old one, and missing screens
    /// are pushed and presented one by one. FlowStacks does the same by index: here, a screen in the place of another is a new screen.
    ///
    /// This is for the adapter that shows the stack: the state has `goal` at once, and the views follow. Screens that stay have their new
    /// content from the first step on. If no screen comes or goes, `goal` is the only step.
    ///
    /// - Parameters:
    ///   - isBatched: Whether one step makes all pushes in a row, and one all dismissals, as a `NavigationStack(path:)` can, and a
    ///     sheet that is dismissed with all sheets over it.
    ///   - delay: How long each stack is shown before the next, which is how long the animation takes: 650 ms,
    ///     as in FlowStacks and TCACoordinators. The first is shown without delay.
    public func steps(to goal: ScreenStack, isBatched: Bool = false, delay: Duration = .milliseconds(650)) -> [Step] {
        let shared = zip(entries, goal.entries).prefix { $0.id == $1.id && $0.style == $1.style }.count
        let kept = Swift.max(shared, 1)
        var steps: [Step] = []
        var stack = self
        stack.entries.replaceSubrange(..<shared, with: goal.entries[..<shared])
        func show() { steps.append(Step(delay: steps.isEmpty ? .zero : delay, stack: stack)) }
        func isPresented(_ entry: Entry) -> Bool { entry.style.isPresented }
        while let presented = isBatched
            ? stack.entries.dropFirst(kept).firstIndex(where: isPresented)
            : stack.entries.dropFirst(kept).lastIndex(where: isPresented)
        {
            stack.entries.removeSubrange(presented...)
            show()
        }
        if stack.count > kept {
            stack.entries.removeSubrange(kept...)
            show()
        }
        if shared == 0 {
            stack.entries[0] = goal.entries[0]
            show()
        }
        for (place, entry) in goal.entries.enumerated().dropFirst(kept) {
            stack.entries.append(entry)
            if isBatched, let next = goal.entries.dropFirst(place + 1).first, !isPresented(next) { continue }
            show()
        }
        return steps.isEmpty ? [Step(delay: .zero, stack: goal)] : steps
    }
}

extension ScreenStack.Step: Sendable where Screen: Sendable, ID: Sendable {}
extension ScreenStack.Step: Equatable where Screen: Equatable {}
