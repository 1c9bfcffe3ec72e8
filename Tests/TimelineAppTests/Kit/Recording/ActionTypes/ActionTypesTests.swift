import Testing
@testable import TimelineKit
import TimelineTestSupport

protocol ShopAction {}

struct Add: ShopAction, Codable, Equatable, Sendable { var number: Int }
struct URLChanged: ShopAction, Codable, Sendable {}
struct Changed<Value: Codable & Sendable>: ShopAction, Codable, Sendable { var value: Value }

enum Cart {
    struct Add: ShopAction, Codable, Equatable, Sendable {}
    enum Item: ShopAction, Codable, Sendable { case removed(at: Int) }
    struct Box<Value: Codable & Sendable> {
        struct Put: ShopAction, Codable, Sendable { var value: Value }
    }
}

private struct Hidden: ShopAction, Codable, Sendable {}
private struct Unlisted: ShopAction {}
private struct Forgotten: ShopAction, Codable, Sendable {}
/// Has a tag of its own, since it was renamed.
private struct Cleared: ShopAction, Codable, Sendable {}

private enum ShopActions: ActionTypeList {
    static let actionTypes = ActionTypes<any ShopAction>(
        Add.self, Cart.Add.self, Cart.Item.self, Changed<Int>.self, Hidden.self
    ).adding(Cleared.self, tag: "reset")
}

private enum ClashingActions: ActionTypeList {
    static let actionTypes = ActionTypes<any ShopAction>(Add.self, Add.self).adding(Cart.Add.self, tag: "add")
}

private enum ForeignActions: ActionTypeList {
    static let actionTypes = ActionTypes<any ShopAction>(Total.self)
}

private struct Shop<List: ActionTypeList>: Program {
    let name = "shop"
    let version = "1.0.0"
    let initialState = Total()

    func reduce(_ state: inout Total, _ action: RecordedAction<List>) {
        state.count += (action.base as? Add)?.number ?? 1
    }
}

struct ActionTypesTests {
    private let folder = TemporaryFolder()

    @Test func aTagIsTheNameOfTheTypeWithoutItsModuleOrAnAddress() {
        struct Local: Codable {}
        let types: [(any Any.Type, String)] = [
            (Add.self, "add"), (URLChanged.self, "urlChanged"), (Cart.Add.self, "cart_add"),
            (Changed<Int>.self, "changed<Int>"),
            (Changed<[String: Cart.Add]>.self, "changed<Dictionary<String,Cart.Add>>"),
            (Changed<Hidden>.self, "changed<Hidden>"), (Cart.Box<Hidden>.Put.self, "cart_box<Hidden>_put"),
            (Hidden.self, "hidden"), (Local.self, "actionTypesTests_local"), (Int?.self, "optional<Int>"),
        ]
        for (type, tag) in types { #expect(ActionTag(type).stringValue == tag) }
    }

    @Test func actionsAreEncodedAndDecodedUnderTheirTag() throws {
        let actions: [(any ShopAction, String)] = [
            (Add(number: 3), #"{"add":{"number":3}}"#), (Cart.Add(), #"{"cart_add":{}}"#),
            (Cart.Item.removed(at: 2), #"{"cart_item":{"removed":{"at":2}}}"#),
            (Changed(value: 5), #"{"changed<Int>":{"value":5}}"#), (Hidden(), #"{"hidden":{}}"#),
            (Cleared(), #"{"reset":{}}"#),
        ]
        for (action, text) in actions {
            let recorded = try #require(RecordedAction<ShopActions>(action))
            let written = try JSONCoding.encode(recorded)
            #expect(String(decoding: written.bytes, as: UTF8.self) == text)
            let read = try JSONCoding.decode(RecordedAction<ShopActions>.self, from: written)
            #expect(type(of: read.base) == type(of: action))
        }
        #expect(RecordedAction<ShopActions>(Unlisted()) == nil)
    }

    @Test(arguments: [
        (
            #"{"old":{}}"#,
            #"no type of ShopActions has the tag "old", only: add, cart_add, cart_item, changed<Int>, hidden, reset"#
        ),
        (#"{"add":{"number":1},"reset":{}}"#, "an action is an object of one key, the tag of its type"),
        ("{}", "an action is an object of one key, the tag of its type"),
    ])
    func invalidActionsAreNotDecoded(text: String, reason: String) throws {
        let message = errorMessage { try JSONCoding.decode(RecordedAction<ShopActions>.self, from: text.utf8) }
        #expect(message.contains(reason))
    }

    @Test func aTypeOfAnotherStoreIsNotDecoded() throws {
        let text = #"{"total":{"count":1}}"#
        let message = errorMessage { try JSONCoding.decode(RecordedAction<ForeignActions>.self, from: text.utf8) }
        #expect(message.contains("Total is not of type ShopAction"))
    }

    @Test func twoTypesWithOneTagAreReported() throws {
        let problems = Problems()
        let recorder = Recorder<Total, any ShopAction>(
            program: Shop<ClashingActions>(), in: .file(folder.file()),
            options: RecorderOptions(onProblem: problems.note), action: { RecordedAction($0) })
        #expect(problems.all.map(\.kind) == [.actionTypesClash])
        #expect(
            problems.messages == [
                #"Cart.Add and Add would both be written as "add": list one of them by adding(Cart.Add.self, tag: "another tag")"#
            ])
        // The first type has the tag; actions of the other are opaque.
        let reduce = recorder.recording { (state: inout Total, action: any ShopAction) in state.count += 1 }
        var state = Total()
        reduce(&state, Add(number: 1))
        reduce(&state, Cart.Add())
        recorder.finish()
        let lines = try text(of: folder.file()).split(separator: "\n")
        #expect(lines.contains { $0.contains(#""action":{"add":{"number":1}}"#) })
        #expect(lines.contains { $0.contains(#""opaque":"Add()""#) })
    }

    @Test func anUnlistedTypeIsReportedOnceWithARemedy() throws {
        let problems = Problems()
        let recorder = Recorder<Total, any ShopAction>(
            program: Shop<ShopActions>(), in: .file(folder.file()), options: RecorderOptions(onProblem: problems.note),
            action: { RecordedAction($0) })
        for action in [Forgotten(), Forgotten(), Unlisted(), Unlisted()] as [any ShopAction] {
            recorder.commit(recorder.begin(action), Total())
            recorder.waitForSnapshots()
        }
        recorder.finish()
        #expect(problems.all.map(\.kind) == [.opaqueAction, .opaqueAction])
        #expect(
            problems.messages == [
                "actions of type TimelineAppTests.Forgotten cannot be encoded, so replay cannot reduce step 1 and those like "
                    + #"it: add Forgotten.self to ShopActions, or .adding(Forgotten.self, tag: "another tag") if its tag is taken"#,
                "actions of type TimelineAppTests.Unlisted cannot be encoded, so replay cannot reduce step 3 and those like "
                    + "it: make Unlisted Codable and add Unlisted.self to ShopActions",
            ])
    }
}
