import Testing
import TimelineNavigation

struct RouteURLTests {
    private func components(_ url: String) throws -> [String] {
        try Route(url: url, scheme: "episodes", sites: ["example.com", "localhost:8080"]).components
    }

    @Test(arguments: [
        // The host of the app's own scheme is a component.
        ("episodes://episode/3/comments", ["episode", "3", "comments"]),
        ("episodes:///episode/3", ["episode", "3"]),
        ("episodes:/episode/3", ["episode", "3"]),
        ("episodes:episode/3", ["episode", "3"]),
        ("EPISODES://Episode/3", ["Episode", "3"]),
        ("episodes://", []),
        ("episodes:", []),
        ("episodes://episode//3/", ["episode", "3"]),
        // The site of a web link is no component.
        ("https://example.com/episode/3", ["episode", "3"]),
        ("http://EXAMPLE.com/episode", ["episode"]),
        ("https://localhost:8080/episode", ["episode"]),
        ("https://example.com", []),
        // Components are percent-decoded after the split.
        ("episodes://search/caf%C3%A9%20au%20lait", ["search", "café au lait"]),
        ("episodes://search/a%2Fb", ["search", "a/b"]),
        ("episodes://%65pisode/3", ["episode", "3"]),
        ("episodes://search/a+b", ["search", "a+b"]),
        ("episodes://search/100%25", ["search", "100%"]),
        // The query and the fragment are ignored.
        ("episodes://episode/3?from=mail/4", ["episode", "3"]), ("episodes://episode/3#top/4", ["episode", "3"]),
        ("episodes://episode/3?a#b:c", ["episode", "3"]),
    ])
    func theComponentsOfAURL(url: String, expected: [String]) throws {
        #expect(try components(url) == expected)
    }

    @Test(arguments: [
        ("episode/3", RouteError.Code.scheme, "no scheme: expected 'episodes://'"),
        ("/episode:3", .scheme, "no scheme: expected 'episodes://'"),
        ("", .scheme, "no scheme: expected 'episodes://'"),
        ("films://episode/3", .scheme, "the scheme 'films' is not 'episodes'"),
        ("https://example.org/3", .host, "the site 'example.org' is not 'example.com' or 'localhost:8080'"),
        (
            "https://example.com@evil.org/3", .host,
            "the site 'example.com@evil.org' is not 'example.com' or 'localhost:8080'"
        ),
        ("https:/3", .host, "the site '' is not 'example.com' or 'localhost:8080'"),
        ("episodes://me@episode/3", .host, "'me@episode' has a user or a port"),
        ("episodes://episode:80/3", .host, "'episode:80' has a user or a port"),
        ("episodes://search/%zz", .encoding, "'%zz' is not valid percent-encoding"),
        ("episodes://search/a%2", .encoding, "'a%2' is not valid percent-encoding"),
        ("episodes://search/%FF", .encoding, "'%FF' is not valid percent-encoding"),
    ])
    func anErrorNamesThePart(url: String, code: RouteError.Code, reason: String) {
        let error = #expect(throws: RouteError.self) { try components(url) }
        #expect(error?.code == code)
        #expect(error?.description == "\(url): \(reason)")
    }

    @Test func withoutSitesAWebLinkIsOfAnotherScheme() {
        let error = #expect(throws: RouteError.self) { try Route(url: "https://example.com/3", scheme: "episodes") }
        #expect(error?.description == "https://example.com/3: the scheme 'https' is not 'episodes'")
    }
}
