package import TimelineKit

extension Header {
    func deriving(session: String, version: String, _ note: JSONObject) -> Header {
        let other = object.members.filter { !["bundle", "crc", "checksums", Self.derivedKey].contains($0.key) }
        let members = other.filter { !["timeline", "session", "version", "segment"].contains($0.key) }
        return Header(
            session: session, program: program, version: version, started: started,
            platform: object["platform"] ?? .null,
            other: members + [.init(key: Self.derivedKey, value: .object(note))], hasChecksums: true)
    }

    package var derivation: JSONObject? { object[Self.derivedKey]?.object }
}
