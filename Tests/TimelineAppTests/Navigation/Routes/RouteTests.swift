import Testing
import TimelineKit
import TimelineNavigation

struct RouteTests {
    @Test(
        arguments: [
            ("goto sets the route", "auth/signin", .goto("catalog/first"), "catalog/first"),
            ("goto sets the empty route", "auth/signin", .goto([]), []),
            ("push adds a segment at the end", "catalog", .push("first"), "catalog/first"),
            ("push adds all components of a segment", "catalog", .push("first/second"), "catalog/first/second"),
            ("push on the empty route", [], .push("auth"), "auth"),
            ("pop removes the segment at the end", "catalog/first", .pop("first"), "catalog"),
            ("pop removes all components of a segment", "a/b/c", .pop("b/c"), "a"),
            ("pop of the whole route leaves the empty one", "a/b", .pop("a/b"), []),
            ("pop of a segment that is not at the end changes nothing", "a/b/c", .pop("b"), "a/b/c"),
            ("pop of a segment longer than the route changes nothing", "a", .pop("a/a"), "a"),
            ("pop on the empty route changes nothing", [], .pop("a"), []),
            ("pop of the empty segment changes nothing", "a/b", .pop([]), "a/b"),
            (
                "replace pops the old segment and pushes the new", "auth/signin", .replace("signin", with: "forgot"),
                "auth/forgot"
            ),
            ("replace of the whole route, as tabs do", "first/x", .replace("first/x", with: "second"), "second"),
            ("replace of the empty segment pushes", "a", .replace([], with: "b"), "a/b"),
            ("replace of a segment that is not at the end changes nothing", "a/b", .replace("x", with: "y"), "a/b"),
        ] as [(String, Route, RouteAction, Route)])
    func anActionChangesTheEndOfTheRoute(claim: String, before: Route, action: RouteAction, after: Route) {
        var route = before
        route.reduce(action)
        #expect(route == after, "\(claim)")
    }

    @Test func aStringLiteralIsSplitAtSlashes() {
        let route: Route = "episode/3/comments"
        #expect(route.components == ["episode", "3", "comments"])
        #expect(("/episode//3/" as Route) == "episode/3")
        #expect(("a%20b" as Route).components == ["a%20b"])
    }

    @Test func anArrayLiteralIsTakenAsItIs() {
        let route: Route = ["a/b", ""]
        #expect(route.components == ["a/b", ""])
    }

    @Test func aLiteralWithoutComponentsIsTheEmptyRoute() {
        #expect(("" as Route) == Route())
        #expect(([] as Route) == Route())
        #expect(("/" as Route) == Route())
    }

    @Test func itsJSONIsAnArrayOfStrings() throws {
        try expectJSON("episode/3" as Route, #"["episode","3"]"#)
        try expectJSON(Route(), "[]")
    }

    @Test func theJSONOfAChangeNamesIt() throws {
        try expectJSON(RouteAction.replace("a", with: "b/c"), #"{"replace":{"_0":["a"],"with":["b","c"]}}"#)
        try expectJSON(RouteChange(.pop("a"), followsUI: true), #"{"action":{"pop":{"_0":["a"]}},"followsUI":true}"#)
    }
}
