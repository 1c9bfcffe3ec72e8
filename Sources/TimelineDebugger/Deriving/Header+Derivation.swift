package import TimelineKit

extension Header {
    func deriving(session: String, version: String, _ note: JSONObject) -> Header {
        let own = ["bundle", "crc", "checksums", Self.derivedKey, "timeline", "session", "version", "segment"]
        let other = object.members.filter { !own.contains($0.key) }
        return Header(
            session: session, program: program, version: version, started: started,
            platform: object["platform"] ?? .null,
            other: other + [.init(key: Self.derivedKey, value: .object(note))], hasChecksums: true)
    }

    package var derivation: JSONObject? { object[Self.derivedKey]?.object }
}
