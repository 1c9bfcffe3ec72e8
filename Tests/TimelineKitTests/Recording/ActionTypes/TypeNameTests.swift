import Testing

@testable import TimelineKit

struct TypeNameTests {
    struct Cart {
        enum Action<Item> { case add(Item) }
    }

    private struct Hidden {}

    @Test func aTypeIsNamedAsInSourceCode() {
        struct Local {}
        #expect("\(TypeName(Cart.self))" == "TimelineKitTests.TypeNameTests.Cart")
        #expect("\(TypeName(Hidden.self))" == "TimelineKitTests.TypeNameTests.Hidden")
        #expect("\(TypeName(Local.self))" == "TimelineKitTests.TypeNameTests.Local")
        #expect(
            "\(TypeName(Cart.Action<Hidden?>.self))"
                == "TimelineKitTests.TypeNameTests.Cart.Action<Swift.Optional<TimelineKitTests.TypeNameTests.Hidden>>")
        #expect(
            "\(TypeName(((Int, Hidden) -> Void).self))" == "(Swift.Int, TimelineKitTests.TypeNameTests.Hidden) -> ()")
    }

    @Test func addressesAndFilesAreRemoved() {
        #expect(TypeName.readable("Shop.(unknown context at $104f1).(unknown context at $104f9).Local") == "Shop.Local")
        #expect(TypeName.readable("Shop.(Cart in _0A1B2C3D).Action") == "Shop.Cart.Action")
        #expect(
            TypeName.readable("(extension in Shop):Swift.Array<Swift.Int>.Change") == "Swift.Array<Swift.Int>.Change")
        #expect(TypeName.readable("(Swift.Int, Swift.String)") == "(Swift.Int, Swift.String)")
        #expect(TypeName.readable("(broken") == "(broken")
    }
}
