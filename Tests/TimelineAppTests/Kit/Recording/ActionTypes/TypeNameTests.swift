import Testing

@testable import TimelineKit

struct TypeNameTests {
    struct Cart {
        enum Action<Item> { case add(Item) }
    }

    private struct Hidden {}

    @Test func aTypeIsNamedAsInSourceCode() {
        struct Local {}
        #expect("\(TypeName(Cart.self))" == "TimelineAppTests.TypeNameTests.Cart")
        #expect("\(TypeName(Hidden.self))" == "TimelineAppTests.TypeNameTests.Hidden")
        #expect("\(TypeName(Local.self))" == "TimelineAppTests.TypeNameTests.Local")
        #expect(
            "\(TypeName(Cart.Action<Hidden?>.self))"
                == "TimelineAppTests.TypeNameTests.Cart.Action<Swift.Optional<TimelineAppTests.TypeNameTests.Hidden>>")
        #expect(
            "\(TypeName(((Int, Hidden) -> Void).self))" == "(Swift.Int, TimelineAppTests.TypeNameTests.Hidden) -> ()")
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
