import Testing
import TimelineNavigation
import TimelineTestSupport

struct StepsTests {
    /// The tests of FlowStacks 0.3.8, `CalculateStepsTests.swift`, which TCACoordinators 0.8 uses. There, the first step is the old
    /// stack with the content of the new one, and the next follows without delay; here both are one step.
    @Test(
        "Steps are those of FlowStacks, where a screen is its ID",
        arguments: [
            // Pushed and presented one at a time.
            (
                "1", "-1 push -2 push -3 sheet -4 sheet -5",
                [
                    "-1 push -2", "-1 push -2 push -3", "-1 push -2 push -3 sheet -4",
                    "-1 push -2 push -3 sheet -4 sheet -5",
                ]
            ),
            // To the common ancestor first, without a pop within a presentation.
            ("1 sheet 2 push 3 sheet 4 push 5", "-1 push -2", ["-1 sheet 2 push 3", "-1", "-1 push -2"]),
            // FlowStacks compares styles by index, so this is a change in place to it. Here a screen is its ID.
            ("1 push 2 push 3", "1 push 4 push 3", ["1", "1 push 4", "1 push 4 push 3"]),
            // TCACoordinators issue 21: another root ends the whole stack.
            ("1 push 2 sheet 3", "4 push 5", ["1 push 2", "1", "4", "4 push 5"]),
            // A change that can be shown at once is one step.
            ("1 push 2 sheet 3", "-1 push -2 sheet 3", ["-1 push -2 sheet 3"]),
        ])
    func flowStacks(from: String, to: String, steps: [String]) {
        #expect(Stack(from).steps(to: Stack(to)).map(\.stack.text) == steps)
    }

    /// As a `NavigationStack` with a path can.
    @Test(
        "Batched steps push and dismiss at once",
        arguments: [
            ("1", "1 push 2 push 3 push 4", ["1 push 2 push 3 push 4"]),
            ("1 push 2 sheet 3 push 4 cover 5", "1 push 2", ["1 push 2"]),
            // A sheet is presented on its own, with the pushes after it.
            (
                "1 sheet 2", "1 push 3 push 4 sheet 5 push 6",
                ["1", "1 push 3 push 4", "1 push 3 push 4 sheet 5 push 6"]
            ),
        ])
    func batched(from: String, to: String, steps: [String]) {
        #expect(Stack(from).steps(to: Stack(to), isBatched: true).map(\.stack.text) == steps)
    }

    @Test func everyStepButTheFirstHasADelay() {
        let steps = Stack("1").steps(to: Stack("1 push 2 push 3 sheet 4"))
        #expect(steps.map(\.delay) == [.zero, .milliseconds(650), .milliseconds(650)])
        let quick = Stack("1").steps(to: Stack("1 push 2 push 3"), delay: .milliseconds(20))
        #expect(quick.map(\.delay) == [.zero, .milliseconds(20)])
    }

    /// Each step is one that SwiftUI can show, the last is the goal, and there is no shorter way.
    @Test func anyChangeTakesTheFewestLegalSteps() {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 300, full: 10_000) {
            let (from, to) = (Self.stack(&seed), Self.stack(&seed))
            let steps = from.steps(to: to)
            #expect(steps.last?.stack == to, "\(from.text) to \(to.text), \(seed)")
            var shown = from
            for step in steps {
                #expect(Self.isLegal(from: shown, to: step.stack), "\(shown.text) to \(step.stack.text), \(seed)")
                shown = step.stack
            }
            #expect(
                steps.count == max(1, Self.fewestSteps(from: from, to: to)), "\(from.text) to \(to.text), \(seed)")
        }
    }

    /// Ids of few values, so that stacks have screens in common.
    private static func stack(_ random: inout Seed) -> Stack {
        var stack = Stack("\(Int.random(in: 1...10, using: &random) == 1 ? 9 : 1)")
        for id in 2..<Int.random(in: 2...7, using: &random) {
            let id = Int.random(in: 0..<8, using: &random) == 0 ? id + 10 : id
            let screen = Bool.random(using: &random) ? id : -id
            switch Int.random(in: 0..<4, using: &random) {
            case 0...1: try? stack.push(screen, id: id)
            case 2: try? stack.presentSheet(screen, id: id)
            default: try? stack.presentCover(screen, id: id)
            }
        }
        return stack
    }

    private static func isSame(_ one: Stack.Entry, _ other: Stack.Entry) -> Bool {
        one.id == other.id && one.style == other.style
    }

    /// Whether SwiftUI shows `new` at once, written from its rules alone.
    private static func isLegal(from old: Stack, to new: Stack) -> Bool {
        let same = zip(old, new).prefix { isSame($0, $1) }.count
        let (gone, come) = (old.dropFirst(same), new.dropFirst(same))
        if gone.isEmpty { return come.count <= 1 }
        if !come.isEmpty { return same == 0 && old.count == 1 && new.count == 1 }
        return gone.allSatisfy { $0.style == .push }
            || gone.filter(\.style.isPresented).count == 1 && gone[same].style.isPresented
    }

    /// The length of the shortest way by a breadth-first search over all that can be done to a stack. Content is free.
    private static func fewestSteps(from old: Stack, to new: Stack) -> Int {
        func shape(_ stack: some Sequence<Stack.Entry>) -> String {
            stack.map { "\($0.style)\($0.id)" }.joined(separator: " ")
        }
        let goal = shape(new)
        var (level, seen) = ([Array(old)], Set([shape(old)]))
        for count in 0... {
            if level.contains(where: { shape($0) == goal }) { return count }
            var next: [[Stack.Entry]] = []
            for stack in level {
                var ways: [[Stack.Entry]] = []
                for kept in 1..<max(stack.count, 1) + 1 where kept < stack.count {
                    let gone = stack[kept...]
                    if gone.allSatisfy({ $0.style == .push })
                        || gone.first?.style.isPresented == true && gone.dropFirst().allSatisfy({ $0.style == .push })
                    {
                        ways.append(Array(stack[..<kept]))
                    }
                }
                if stack.count == 1 { ways.append([new[0]]) }
                for entry in new where entry.style != .root && !stack.contains(where: { $0.id == entry.id }) {
                    ways.append(stack + [entry])
                }
                next += ways.filter { seen.insert(shape($0)).inserted }
            }
            level = next
            if level.isEmpty { break }
        }
        return -1
    }
}
