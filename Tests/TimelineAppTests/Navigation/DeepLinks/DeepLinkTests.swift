import Testing
import TimelineNavigation
import TimelineTestSupport

struct DeepLinkTests {
    /// Reads the links of an app like the example.
    private func open(_ link: DeepLink) throws(RouteError) -> [String] {
        var (link, screens) = (link, ["list"])
        switch link.next() {
        case nil: break
        case "settings": screens.append("settings")
        case "episode":
            screens.append("episode \(try link.nextNumber())")
            switch link.next() {
            case nil: break
            case "comments": screens.append("comments")
            default: throw link.notUnderstood()
            }
        default: throw link.notUnderstood()
        }
        try link.end()
        return screens
    }

    private func open(_ url: String) throws(RouteError) -> [String] { try open(DeepLink(url: url, scheme: "episodes")) }

    @Test func aLinkBecomesScreens() throws {
        #expect(try open("episodes://") == ["list"])
        #expect(try open("episodes://episode/3/comments") == ["list", "episode 3", "comments"])
        #expect(try open("episodes://settings") == ["list", "settings"])
    }

    @Test(arguments: [
        ("episodes://episode/x/comments", "'x' is not a number"),
        ("episodes://episode/3.5", "'3.5' is not a number"),
        ("episodes://episode/99999999999999999999", "'99999999999999999999' is not a number"),
        ("episodes://episode", "a number is missing after 'episode'"),
        ("episodes://episode/3/likes", "'likes' is not understood"),
        ("episodes://episode/3/comments/7", "'7' is not understood"),
        ("episodes://films", "'films' is not understood"),
        ("episodes://settings/a%2Fb", "'a/b' is not understood"),
    ])
    func anErrorNamesThePartThatIsNotUnderstood(url: String, reason: String) {
        let error = #expect(throws: RouteError.self) { try open(url) }
        #expect(error?.code == .component)
        #expect(error?.description == "\(url): \(reason)")
    }

    @Test func aRouteIsReadAsALinkIs() throws {
        #expect(try open(DeepLink("episode/3")) == open("episodes://episode/3"))
        #expect(errorMessage { try open(DeepLink("episode/x")) } == "episode/x: 'x' is not a number")
    }

    @Test func aComponentIsParsedAsTheAppWants() throws {
        var link = DeepLink("red/blue/green")
        let colors = ["red": 1, "green": 2]
        #expect(try link.next("a color") { colors[$0] } == 1)
        #expect(errorMessage { try link.next("a color") { colors[$0] } } == "red/blue/green: 'blue' is not a color")
        #expect(try link.next("a color") { colors[$0] } == 2)
        let missing = #expect(throws: RouteError.self) { try link.next("a color") { colors[$0] } }
        #expect(missing?.description == "red/blue/green: a color is missing after 'green'")
    }

    @Test(arguments: [
        ("episodes://search?text=rick%20sanchez&page=2", "rick sanchez", "2"),
        ("episodes://search?page=2&text=rick", "rick", "2"),
        ("episodes:search?text=rick#page=2", "rick", nil),
        ("episodes://search#top?text=rick&page=2", nil, nil),
        ("episodes://search?text=a?b/c#d", "a?b/c", nil),
        ("episodes://search?text=first&text=second", "first", nil),
        ("episodes://search?&&text=rick&", "rick", nil),
        ("episodes://search?text&page=", "", ""),
        ("episodes://search?=rick", nil, nil),
        ("episodes://search?Text=rick&pages=2", nil, nil),
        ("episodes://search?", nil, nil),
        ("episodes://search", nil, nil),
        ("episodes://search?text=a%3Db%26c&page=a=b", "a=b&c", "a=b"),
        ("episodes://search?te%78t=caf%C3%A9", "caf\u{E9}", nil),
        ("episodes://search?text=rick+sanchez&page=1%2B1", "rick sanchez", "1+1"),
        ("episodes://search?other=%zz&%zz=1&text=rick&text=%zz", "rick", nil),
    ])
    func theValueOfAParameterIsThatOfTheURLStandard(url: String, text: String?, page: String?) throws {
        let link = try DeepLink(url: url, scheme: "episodes")
        #expect(try link.value(of: "text") == text)
        #expect(try link.value(of: "page") == page)
        #expect(link.route == "search")
    }

    @Test(arguments: ["%zz", "%", "100%", "%2", "%FF"])
    func anErrorNamesTheParameterThatIsNotDecoded(value: String) throws {
        let url = "episodes://search?page=2&text=\(value)"
        let link = try DeepLink(url: url, scheme: "episodes")
        let error = #expect(throws: RouteError.self) { try link.value(of: "text") }
        #expect(error?.code == .encoding)
        #expect(error?.description == "\(url): 'text=\(value)' is not valid percent-encoding")
        #expect(try link.value(of: "page") == "2")
    }

    @Test func aRouteHasNoParameters() throws {
        #expect(try DeepLink(["search", "?text=rick"]).value(of: "text") == nil)
    }

    @Test func anEmptyRouteHasNoPartToName() throws {
        var link = DeepLink(Route())
        #expect(errorMessage { try link.nextNumber() } == ": a number is missing")
        #expect(link.notUnderstood().description == ": it is not understood")
    }
}
