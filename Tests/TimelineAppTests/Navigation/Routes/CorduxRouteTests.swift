import Testing
import TimelineNavigation

/// What Cordux does with routes: `Sources/Routing.swift` and `Sources/Coordinator.swift` at commit 9c4197c, the last one.
struct CorduxRouteTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let claim: String
        let before: Route
        let action: RouteAction
        let after: Route

        init(_ claim: String, _ before: Route, _ action: RouteAction, _ after: Route) {
            (self.claim, self.before, self.action, self.after) = (claim, before, action, after)
        }

        var testDescription: String { claim }
    }

    @Test(arguments: [
        Row("goto sets the route", "auth/signin", .goto("catalog/first"), "catalog/first"),
        Row("goto sets the empty route", "auth/signin", .goto([]), []),
        Row("push adds a segment at the end", "catalog", .push("first"), "catalog/first"),
        Row("push adds all components of a segment", "catalog", .push("first/second"), "catalog/first/second"),
        Row("push on the empty route", [], .push("auth"), "auth"),
        Row("pop removes the segment at the end", "catalog/first", .pop("first"), "catalog"),
        Row("pop removes all components of a segment", "a/b/c", .pop("b/c"), "a"),
        Row("pop of the whole route leaves the empty one", "a/b", .pop("a/b"), []),
        Row("pop of a segment that is not at the end changes nothing", "a/b/c", .pop("b"), "a/b/c"),
        Row("pop of a segment longer than the route changes nothing", "a", .pop("a/a"), "a"),
        Row("pop on the empty route changes nothing", [], .pop("a"), []),
        Row("pop of the empty segment changes nothing", "a/b", .pop([]), "a/b"),
        Row(
            "replace pops the old segment and pushes the new", "auth/signin", .replace("signin", with: "forgot"),
            "auth/forgot"),
        Row("replace of the whole route, as tabs do", "first/x", .replace("first/x", with: "second"), "second"),
        Row("replace of the empty segment pushes", "a", .replace([], with: "b"), "a/b"),
    ])
    func routesAreReducedAsInCordux(row: Row) {
        var route = row.before
        route.reduce(row.action)
        #expect(route == row.after)
    }

    /// Cordux pops, which changes nothing, and pushes the new segment all the same: `a/b` becomes `a/b/y`.
    @Test func aReplaceThatDoesNotMatchChangesNothing() {
        var route: Route = "a/b"
        route.reduce(.replace("x", with: "y"))
        #expect(route == "a/b")
    }

    /// In Cordux a string is one component, and `"a/b"` never equals the route of a link.
    @Test func aStringWithSlashesIsSeveralComponents() {
        var route: Route = "catalog"
        route.reduce(.push("first/second"))
        route.reduce(.pop("second"))
        #expect(route == ["catalog", "first"])
    }
}
