import Testing
import TimelineNavigation

/// What TCACoordinators 0.8 documents and tests of its stacks. Its methods are those of FlowStacks 0.3.8,
/// `RoutableCollection+utilities.swift`, and `RoutableCollectionTests.swift` has its tests.
struct TCACoordinatorsStackTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let claim: String
        let before: String
        let action: @Sendable (inout Stack) throws -> Void
        /// The stack, or the error.
        let after: String

        init(
            _ claim: String, _ before: String, _ action: @escaping @Sendable (inout Stack) throws -> Void,
            _ after: String
        ) {
            (self.claim, self.before, self.action, self.after) = (claim, before, action, after)
        }

        var testDescription: String { claim }

        func check() {
            var stack = Stack(before)
            do {
                try action(&stack)
                #expect(stack.text == after, "\(claim)")
            } catch {
                #expect("\(error)" == after, "\(claim)")
                #expect(stack == Stack(before), "a change that is not possible changes nothing")
            }
        }
    }

    @Test(arguments: [
        Row("push pushes a new screen onto the stack", "1", { try $0.push(2, id: 2) }, "1 push 2"),
        Row("presentSheet presents a new screen as a sheet", "1", { try $0.presentSheet(2, id: 2) }, "1 sheet 2"),
        Row(
            "presentCover presents a new screen as a cover", "1 push 2", { try $0.presentCover(3, id: 3) },
            "1 push 2 cover 3"),
        Row("goBack goes back one screen: pushed", "1 push 2 push 3", { try $0.goBack() }, "1 push 2"),
        Row("goBack goes back one screen: presented", "1 push 2 sheet 3", { try $0.goBack() }, "1 push 2"),
        Row("goBack goes back a number of screens", "1 push 2 sheet 3 push 4", { try $0.goBack(2) }, "1 push 2"),
        Row("goBack of no screens changes nothing", "1 push 2", { try $0.goBack(0) }, "1 push 2"),
        Row("goBackToRoot goes to the very first screen", "1 push 2 sheet 3 push 4", { $0.goBackToRoot() }, "1"),
        Row("goBackTo goes to the screen with an id", "1 push 2 sheet 3 push 4", { try $0.goBack(to: 2) }, "1 push 2"),
        Row(
            "goBackTo goes to the topmost screen that meets a condition", "2 push 4 sheet 6 push 7",
            { try $0.goBack { $0.isMultiple(of: 2) } }, "2 push 4 sheet 6"),
        Row("goBackTo the screen on top changes nothing", "1 push 2", { try $0.goBack(to: 2) }, "1 push 2"),
        Row("without a match, goBackTo changes nothing", "1 push 2", { try $0.goBack(to: 5) }, "there is no screen 5"),
        Row(
            "without a match, goBackTo a case changes nothing", "1 push 2", { try $0.goBack { $0 < 0 } },
            "no screen meets the condition"),
        Row("pop pops the current screen if it was pushed", "1 push 2 push 3", { try $0.pop() }, "1 push 2"),
        Row("pop pops a number of screens", "1 push 2 push 3", { try $0.pop(2) }, "1"),
        Row("popToRoot pops to the root", "1 push 2 push 3", { try $0.popToRoot() }, "1"),
        Row("popTo pops to the screen with an id", "1 push 2 push 3 push 4", { try $0.pop(to: 2) }, "1 push 2"),
        Row(
            "popTo pops to the topmost screen that meets a condition", "2 push 4 push 6 push 7",
            { try $0.pop { $0.isMultiple(of: 2) } }, "2 push 4 push 6"),
        Row("without a match, popTo changes nothing", "1 push 2", { try $0.pop(to: 5) }, "there is no screen 5"),
        Row(
            "testPopToCurrentNavigationRootPresented", "1 sheet -5 push -2 push -3 push -4",
            { $0.popToCurrentNavigationRoot() }, "1 sheet -5"),
        Row(
            "testPopToCurrentNavigationRootNotPresented", "1 push -2 push -3 push -4",
            { $0.popToCurrentNavigationRoot() }, "1"),
        Row(
            "popToCurrentNavigationRoot at that root changes nothing", "1 sheet 2", { $0.popToCurrentNavigationRoot() },
            "1 sheet 2"),
        Row(
            "dismiss dismisses the most recently presented screen", "1 sheet 2 cover 3", { try $0.dismiss() },
            "1 sheet 2"),
        Row(
            "dismiss takes what was pushed on it along", "1 push 2 sheet 3 push 4 push 5", { try $0.dismiss() },
            "1 push 2"),
        Row("dismiss counts presentations alone", "1 sheet 2 push 3 cover 4 push 5", { try $0.dismiss(2) }, "1"),
        Row("dismiss of none changes nothing", "1 sheet 2", { try $0.dismiss(0) }, "1 sheet 2"),
        Row("testDismissAll", "1 push -2 sheet 3 sheet 4 sheet 5 sheet 6 push -7", { $0.dismissAll() }, "1 push -2"),
    ])
    func whatTheDocumentationAndTheTestsClaim(row: Row) { row.check() }

    /// Where their release is wrong: a pop never dismisses, and the root never goes.
    @Test(arguments: [
        // Assertions stop an app in a debug build; in a release build the screens go all the same.
        Row(
            "pop of a presented screen dismisses it in a release build", "1 sheet 2", { try $0.pop() },
            "cannot pop screen 2, which is a sheet"),
        Row(
            "popTo below a presentation dismisses it in a release build", "1 push 2 cover 3 push 4",
            { try $0.pop(to: 2) },
            "cannot pop screen 3, which is a cover"),
        Row(
            "popToRoot below a presentation dismisses it in a release build", "1 push 2 sheet 3",
            { try $0.popToRoot() }, "cannot pop screen 3, which is a sheet"),
        // Without a root there is nothing to show but a black screen. In FlowStacks these removed it (`dismiss` up to 0.2; it is an
        // assertion failure since), or remove it in a release build.
        Row(
            "FlowStacks issue 50: dismiss when nothing is presented removes the root", "1", { try $0.dismiss() },
            "cannot dismiss 1 screen, as the stack has 0 presented"),
        Row(
            "dismiss when nothing is presented, of pushed screens", "1 push 2", { try $0.dismiss() },
            "cannot dismiss 1 screen, as the stack has 0 presented"),
        Row(
            "dismiss of more than are presented", "1 sheet 2 push 3", { try $0.dismiss(2) },
            "cannot dismiss 2 screens, as the stack has 1 presented"),
        Row(
            "goBack at the root removes it", "1", { try $0.goBack() },
            "cannot go back 1 screen, as the stack has 0 above its root"),
        Row(
            "pop of as many screens as there are removes the root", "1 push 2", { try $0.pop(2) },
            "cannot pop 2 screens, as the stack has 1 above its root"),
        Row(
            "FlowStacks pull request 45: goBackToRoot at the root is an assertion failure", "1", { $0.goBackToRoot() },
            "1"),
        Row("a negative number of screens to pop", "1 push 2", { try $0.pop(-1) }, "cannot pop -1 screens"),
        Row(
            "a negative number of screens to go back", "1 push 2", { try $0.goBack(-1) },
            "cannot go back -1 screens, as the stack has 1 above its root"),
        Row(
            "a negative number of screens to dismiss", "1 sheet 2", { try $0.dismiss(-1) }, "cannot dismiss -1 screens"),
        Row(
            "a screen with the id of another", "1 push 2", { try $0.push(-2, id: 2) },
            "screen 2 is already on the stack"),
    ])
    func changesThatAreNotPossibleChangeNothing(row: Row) { row.check() }
}
