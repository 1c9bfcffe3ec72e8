/// The first line of a journal: which program ran, when, and what a reader must support.
///
///     {"timeline":1,"session":"0c8b…","program":"episodes","version":"1.4.0","started":"2026-11-21T04:31:05.123456Z",
///      "segment":1,"platform":{"os":"Linux","arch":"x86_64","swift":"6.3"},"checksums":"crc32c"}
package struct Header: Equatable, Sendable {
    package static let formatVersion = 1

    package static let knownRequirements: Set<String> = [
        "timeline", "session", "program", "version", "started", "segment", "platform", "bundle", "requires",
        "redaction", "seq", "at", "action", "from", "cause", "opaque", "set", "by", "mark", "state", "gap", "end",
        "generated", "crc", "checksums", "replica", "derived", "site", "in", "canceled", "took",
    ]

    private static let checksums = "crc32c"

    /// The format version of the file. If it is not `formatVersion`, only `object` is read.
    package let format: Int
    package let session: String
    package let program: String
    package let version: String
    package let started: String
    package let segment: Int
    package let bundle: BundleNote?
    package let requires: [String]
    /// Whether every line must have a checksum, including this one. If so, a line without a checksum is damage.
    package let hasChecksums: Bool
    package let object: JSONObject

    package init(
        session: String, program: String, version: String, started: String, segment: Int = 1, platform: JSON,
        bundle: BundleNote? = nil, other: [JSONObject.Member] = [], hasChecksums: Bool = false
    ) {
        var object = JSONObject()
        object["timeline"] = .int(Self.formatVersion)
        object["session"] = .string(session)
        object["program"] = .string(program)
        object["version"] = .string(version)
        object["started"] = .string(started)
        object["segment"] = .int(segment)
        object["platform"] = platform
        for member in other { object[member.key] = member.value }
        object["bundle"] = bundle?.json
        object["checksums"] = hasChecksums ? .string(Self.checksums) : nil
        do throws(LineError) { try self.init(object) } catch {
            preconditionFailure("a new header is invalid: \(error.reason)")
        }
    }

    init(_ object: JSONObject) throws(LineError) {
        guard let format = object["timeline"]?.int, format >= 1 else {
            throw LineError("the header's \"timeline\" should be the version of the format, a number from 1")
        }
        (self.format, self.object) = (format, object)
        guard format == Self.formatVersion else {
            (session, program, version, started, segment, bundle, requires) = ("", "", "", "", 1, nil, [])
            hasChecksums = false
            return
        }
        func text(_ key: String) throws(LineError) -> String {
            guard let value = object[key] else { throw LineError("the header has no \"\(key)\"") }
            guard let text = value.string else {
                throw LineError("the header's \"\(key)\" should be a string, and is \(value.kind)")
            }
            return text
        }
        session = try text("session")
        program = try text("program")
        version = try text("version")
        started = try text("started")
        guard let segment = object["segment"]?.countable, segment >= 1 else {
            throw LineError("the header's \"segment\" should be a number from 1")
        }
        self.segment = segment
        if let value = object["requires"] {
            let names = value.array?.compactMap(\.string)
            guard let names, names.count == value.array?.count else {
                throw LineError("the header's \"requires\" should be an array of strings")
            }
            requires = names
        } else {
            requires = []
        }
        bundle = if let value = object["bundle"] { try BundleNote(value) } else { nil }
        hasChecksums = object["checksums"] != nil
        if let value = object["checksums"], value.string != Self.checksums {
            throw LineError("the header's \"checksums\" should be \"\(Self.checksums)\", and is \(value)")
        }
    }

    /// Its log lacks the changes of other replicas, so replaying its actions does not lead to the states of the app.
    package var isReplicaLog: Bool { requires.contains("replica") }
    package var hasGeneratedValues: Bool { requires.contains("generated") }

    /// Made from another timeline by editing its steps: its reducer may ask for other generated values than those on file.
    package var isDerived: Bool { object[Self.derivedKey] != nil }

    package static let derivedKey = "derived"

    package func adding(_ bundle: BundleNote) -> Header { copy(bundle: bundle, hasChecksums: hasChecksums) }

    package var withoutChecksums: Header { copy(bundle: bundle, hasChecksums: false) }

    private func copy(bundle: BundleNote?, hasChecksums: Bool) -> Header {
        Header(
            session: session, program: program, version: version, started: started, segment: segment,
            platform: object["platform"] ?? .null, bundle: bundle,
            other: object.members.filter { !["crc", "bundle", "timeline", "checksums"].contains($0.key) },
            hasChecksums: hasChecksums)
    }
}
