import Testing
import TimelineJSON
import TimelineNavigation

struct RouteTests {
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

    @Test func theJSONOfChangesIsFlat() throws {
        try expectJSON(RouteAction.goto("a/b"), #"{"goto":["a","b"]}"#)
        try expectJSON(RouteAction.push("a"), #"{"push":["a"]}"#)
        try expectJSON(RouteAction.pop("a"), #"{"pop":["a"]}"#)
        try expectJSON(RouteAction.replace("a", with: "b/c"), #"{"replace":["a"],"with":["b","c"]}"#)
        try expectJSON(RouteChange(.pop("a"), followsUI: true), #"{"action":{"pop":["a"]},"followsUI":true}"#)
    }

    @Test(arguments: ["{}", #"{"replace":["a"]}"#, #"{"pop":["a"],"push":["b"]}"#, #"{"with":["a"]}"#])
    func anotherFormOfAChangeIsRefused(json: String) {
        #expect(throws: (any Error).self) { try JSONCoding.decode(RouteAction.self, from: json.utf8) }
    }
}
