internal import Foundation

extension Route {
    /// Makes a route from the text of a URL.
    ///
    ///     try Route(url: "episodes://episode/3/comments", scheme: "episodes")
    ///     try Route(url: "https://example.com/episode/3", scheme: "episodes", sites: ["example.com"])
    ///
    /// With the app's own scheme the host is the first component, as no site is meant: `episodes://episode/3` and
    /// `episodes:///episode/3` are equal. With `https` or `http` the host must be one of `sites`, and is no component. Components are
    /// percent-decoded after they were split, so that `%2F` is a slash in a component; empty ones are left out. The
    /// fragment is ignored, and so is the query, which `DeepLink.value(of:)` reads. Scheme and site are compared without regard to
    /// case.
    ///
    /// - Parameters:
    ///   - scheme: The app's own scheme, without the colon.
    ///   - sites: The hosts of the app's web links, with the port if there is one.
    public init(url: String, scheme: String, sites: [String] = []) throws(RouteError) {
        let end = url.firstIndex { "/?#".contains($0) } ?? url.endIndex
        guard let colon = url[..<end].firstIndex(of: ":") else {
            throw RouteError(.scheme, in: url, "no scheme: expected '\(scheme)://'")
        }
        var rest = url[url.index(after: colon)...]
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        var host: Substring?
        if rest.hasPrefix("//") {
            host = rest.dropFirst(2).prefix { $0 != "/" }
            rest = rest.dropFirst(2).drop { $0 != "/" }
        }
        var parts = rest.split(separator: "/")
        switch url[..<colon].lowercased() {
        case scheme.lowercased():
            if let host, !host.isEmpty {
                guard !host.contains(where: { $0 == "@" || $0 == ":" }) else {
                    throw RouteError(.host, in: url, "'\(host)' has a user or a port")
                }
                parts.insert(host, at: 0)
            }
        case "https" where !sites.isEmpty, "http" where !sites.isEmpty:
            let site = (host ?? "").lowercased()
            guard sites.contains(where: { $0.lowercased() == site }) else {
                let known = sites.map { "'\($0)'" }.joined(separator: " or ")
                throw RouteError(.host, in: url, "the site '\(host ?? "")' is not \(known)")
            }
        default:
            throw RouteError(.scheme, in: url, "the scheme '\(url[..<colon])' is not '\(scheme)'")
        }
        components = []
        for part in parts {
            guard let component = part.removingPercentEncoding else {
                throw RouteError(.encoding, in: url, "'\(part)' is not valid percent-encoding")
            }
            components.append(component)
        }
    }
}
