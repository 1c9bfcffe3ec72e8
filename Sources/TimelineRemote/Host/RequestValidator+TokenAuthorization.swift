extension RequestValidator {
    /// Checks the sender: its `Host` must be one of the host's names, so that a site that resolves its own name to this
    /// machine fails; no page of another origin may have sent the request; and it must have the token, if the header holds it.
    func authorize(_ head: RequestHead) throws(RequestError) {
        guard let host = head.value("host") else { throw RequestError(400, "the header host is missing") }
        guard hosts.contains(host) else { throw RequestError(421, "the header host is not a name of this host") }
        if let origin = head.value("origin"), !origins.contains(origin) {
            throw RequestError(403, "the header origin is not one that this host allows")
        }
        // A link may open a page that shows nothing without the token; it is not in the request.
        let isLink =
            token == nil && head.value("sec-fetch-mode") == "navigate" && head.value("sec-fetch-dest") == "document"
        // Browsers send this header also with requests that have no origin.
        if let site = head.value("sec-fetch-site"), site != "same-origin", site != "none", head.value("origin") == nil,
            !isLink
        {
            throw RequestError(403, "a page of another site sent this request")
        }
        guard let token else { return }
        let challenge = "WWW-Authenticate: Bearer"
        guard let authorization = head.value("authorization") else {
            throw RequestError(401, "the token is missing: send it as authorization: Bearer TOKEN", header: challenge)
        }
        let scheme = "Bearer "
        guard authorization.hasPrefix(scheme), token.matches(authorization.utf8.dropFirst(scheme.utf8.count)) else {
            throw RequestError(401, "the token is wrong", header: challenge)
        }
    }
}
