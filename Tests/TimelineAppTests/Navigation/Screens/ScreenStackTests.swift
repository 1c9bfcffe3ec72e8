import Testing
import TimelineKit
import TimelineNavigation
import TimelineTestSupport

struct ScreenStackTests {
    @Test func screensHaveAnIndexAndAnID() {
        let stack = Stack("1 push 2 cover 3")
        #expect(stack.count == 3)
        #expect(stack.map(\.id) == [1, 2, 3])
        #expect(stack.map(\.style) == [.root, .push, .cover])
        #expect(stack[1].screen == 2)
        #expect(stack.top.id == 3)
        #expect(stack[id: 2] == 2)
        #expect(stack[id: 4] == nil)
    }

    @Test func aScreenIsChangedByItsID() {
        var stack = Stack("1 push 2")
        stack[id: 2]? += 40
        stack[id: 4]? += 40
        stack[id: 4] = 4
        stack[id: 1] = nil
        #expect(stack.text == "1 push 42")
        #expect(stack.map(\.id) == [1, 2])
    }

    @Test func itsJSONIsAnArrayOfScreens() throws {
        try expectJSON(
            Stack("1 push 2 sheet 3 cover 4"),
            #"[{"id":1,"screen":1,"style":"root"},{"id":2,"screen":2,"style":"push"},"#
                + #"{"id":3,"screen":3,"style":"sheet"},{"id":4,"screen":4,"style":"cover"}]"#)
    }

    @Test(arguments: [
        ("[]", "the first screen is not the root"),
        (#"[{"id":1,"style":"push","screen":1}]"#, "the first screen is not the root"),
        (#"[{"id":1,"style":"root","screen":1},{"id":2,"style":"root","screen":2}]"#, "screen 2 is a second root"),
        (#"[{"id":1,"style":"root","screen":1},{"id":1,"style":"push","screen":2}]"#, "two screens have the same id"),
    ])
    func anImpossibleStackIsNotDecoded(json: String, reason: String) throws {
        let error = #expect(throws: (any Error).self) { try JSONCoding.decode(Stack.self, from: Array(json.utf8)) }
        #expect("\(try #require(error))".contains(reason))
    }

    @Test func anErrorHasACode() {
        func code(_ change: (inout Stack) throws(ScreenStackError) -> Void) -> ScreenStackError.Code? {
            var stack = Stack("1 push 2 sheet 3")
            do { try change(&stack) } catch { return error.code }
            return nil
        }
        #expect(code { stack throws(ScreenStackError) in try stack.pop(-1) } == .count)
        #expect(code { stack throws(ScreenStackError) in try stack.goBack(3) } == .count)
        #expect(code { stack throws(ScreenStackError) in try stack.pop() } == .presented)
        #expect(code { stack throws(ScreenStackError) in try stack.dismiss(2) } == .notPresented)
        #expect(code { stack throws(ScreenStackError) in try stack.pop(to: 4) } == .noSuchScreen)
        #expect(code { stack throws(ScreenStackError) in try stack.push(9, id: 3) } == .sameID)
    }

    /// After any operations, possible or not, there is one root, ids are unique, and a failed operation changed nothing.
    @Test func anyOperationsLeaveAPossibleStack() throws {
        var seed = Seed()
        var stack = Stack("1")
        var failures = 0
        for _ in 0..<Harness.count(small: 3000, full: 100_000) {
            let before = stack
            let id = Int.random(in: 1...12, using: &seed)
            do {
                switch Int.random(in: 0..<12, using: &seed) {
                case 0...2: try stack.push(id, id: id)
                case 3: try stack.presentSheet(id, id: id)
                case 4: try stack.presentCover(id, id: id)
                case 5: try stack.pop(Int.random(in: -1...3, using: &seed))
                case 6: try stack.goBack(Int.random(in: -1...3, using: &seed))
                case 7: try stack.dismiss(Int.random(in: -1...2, using: &seed))
                case 8: try stack.pop(to: id)
                case 9: try stack.goBack(to: id)
                case 10: try stack.popToRoot()
                default: stack.popToCurrentNavigationRoot()
                }
            } catch {
                failures += 1
                #expect(stack == before, "\(error), \(seed)")
            }
            let json = try JSONCoding.encode(stack)
            #expect(try JSONCoding.decode(Stack.self, from: json) == stack, "\(seed)")
        }
        #expect(failures > 100, "\(seed)")
    }
}
