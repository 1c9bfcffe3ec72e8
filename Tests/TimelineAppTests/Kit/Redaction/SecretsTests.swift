import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A byte search for secrets in everything that a recorder writes and reports.
///
/// `TIMELINE_SEED` repeats a run.
struct SecretsTests {
    private let folder = TemporaryFolder()

    @Test func theSearchFindsEveryEncodingOfASecret() throws {
        var seed = Seed()
        let secrets = Secrets.awkward(&seed)
        #expect(secrets.count == 500, "\(seed)")
        #expect(Set(secrets.map(ExactString.init)).count == 500, "\(seed)")
        let encodings: [(String) throws -> Data] = [
            { Data(JSON.string($0).text) }, { try JSONEncoder().encode([$0]) },
            { try JSONSerialization.data(withJSONObject: [$0]) }, { Data($0.utf8) }, { Data($0.debugDescription.utf8) },
            { $0.data(using: .utf16LittleEndian)! }, { $0.data(using: .utf16BigEndian)! },
        ]
        for (number, encode) in encodings.enumerated() {
            let bytes = Data(try secrets.map(encode).joined(separator: "\n".utf8))
            #expect(Secrets.found(secrets, in: bytes).count == 500, "encoding \(number), \(seed)")
        }
        print("secrets: \(secrets.count) found in each of \(encodings.count) encodings, \(seed)")
    }

    @Test func noHiddenValueIsWrittenOrReported() throws {
        var seed = Seed()
        let secrets = Secrets.awkward(&seed)
        let (path, messages) = try record(secrets, LoginProgram.redaction, to: folder.file(), &seed)
        #expect(messages.count > 100)

        let journal = try Journal(opening: path).sound()
        let bundle = try CrashBundle(of: journal, program: LoginProgram(), last: 40)
        var shown = ""
        var replayer = try Replayer(program: LoginProgram(), timeline: path)
        while let step = try replayer.next() { dump(step.kind, to: &shown) }
        dump(try replayer.state(at: replayer.last), to: &shown)

        let written = try Data(contentsOf: URL(filePath: path))
        let bytes = written + bundle.bytes + Data(messages.joined(separator: "\n").utf8) + Data(shown.utf8)
        #expect(bytes.count > 100_000)
        let found = Secrets.found(secrets, in: bytes)
        print(
            "secrets: \(found.count) of \(secrets.count) found in \(bytes.count) bytes that were written and reported, "
                + "\(journal.last) steps, \(seed)")
        #expect(found.count == 0, "\(seed)")
    }

    /// A saved state holds the values if the app allows that. Reports about it, and the recording of the restore, do not.
    @Test func onlyASavedStateHoldsHiddenValues() throws {
        var seed = Seed()
        let secrets = Secrets.awkward(&seed)
        let saved = folder.file("saved")
        var state = Login()
        state.email = secrets[0]
        state.user = Login.Visit(name: secrets[1], pin: 4711)
        state.seen = Set(secrets)
        try StateRestorer(program: LoginProgram(), in: saved, realValues: .allowed).save(state)
        let file = saved + "/000001.state"
        #expect(Secrets.found(secrets, in: try Data(contentsOf: URL(filePath: file))).count == 500, "\(seed)")

        let restored = StateRestorer(program: LoginProgram(), in: saved).restore()
        #expect(restored.state == state)
        let problems = Problems()
        let path = folder.file()
        let recorder = Recorder(
            program: LoginProgram(), in: .file(path),
            options: RecorderOptions(redaction: LoginProgram.redaction, onProblem: problems.note))
        recorder.set(restored.state, by: "restore")
        recorder.finish()
        var messages = problems.messages + [try text(of: path), "\(restored.rejectedFiles) \(restored.problem ?? "")"]
        // The error for a state of a changed program quotes no value.
        for name in ["user", "seen", "visits", "counts"] {
            let changed = JSON.object(JSONObject([.init(key: name, value: .string(secrets[2]))]))
            let lines = try Journal(opening: file).header
            let bytes =
                LineWriter.header(lines)
                + LineWriter.line(.snapshot(Snapshot(seq: 0, at: .zero, state: JSONText(changed))))
                + LineWriter.line(.end(End(seq: 0, at: .zero, actions: 0, snapshots: 1)))
            let other = folder.file("changed-\(name)")
            try StateRestorer(program: LoginProgram(), in: other, realValues: .allowed).save(state)
            try Data(bytes).write(to: URL(filePath: other + "/000001.state"))
            let aside = StateRestorer(program: LoginProgram(), in: other).restore()
            #expect(aside.rejectedFiles.count == 1)
            messages.append("\(aside.rejectedFiles) \(aside.problem ?? "")")
        }
        #expect(Secrets.found(secrets, in: Data(messages.joined(separator: "\n").utf8)).count == 0, "\(seed)")
    }

    /// Checks that the search works, and that the program uses the secrets.
    @Test func withoutRedactionTheSameRunShowsAllSecrets() throws {
        var seed = Seed()
        let secrets = Secrets.awkward(&seed)
        let (path, _) = try record(secrets, nil, to: folder.file(), &seed)
        let shown = Secrets.found(secrets, in: try Data(contentsOf: URL(filePath: path)))
        print("secrets: without redaction \(shown.count) of \(secrets.count) found, \(seed)")
        // Marked values stay hidden, but each secret is a prefix of another, or has one.
        #expect(shown.count >= 250, "\(seed)")
    }

    /// Uses every function of a recorder with secrets at every hidden path. Returns what it reported.
    private func record(
        _ secrets: [String], _ redaction: Redaction?, to path: String, _ seed: inout Seed
    ) throws -> (path: String, messages: [String]) {
        let problems = Problems()
        let recorder = Recorder(
            program: LoginProgram(), in: .file(path),
            options: RecorderOptions(snapshots: .every(7), redaction: redaction, onProblem: problems.note))
        let reduce = LoginProgram().reduce
        let reducer = recorder.recording(reduce)
        var state = Login()
        var messages: [String] = []
        for (index, secret) in secrets.enumerated() {
            let other = secrets[(index + 1) % secrets.count]
            let pin = Int.random(in: .min ... .max, using: &seed)
            // Keeps the recording small.
            if state.visits.count > 5 {
                state = Login()
                recorder.set(state, by: "test")
            }
            reducer(&state, .signedIn(name: secret, email: Redacted(other), pin: Redacted(pin)))
            reducer(&state, .typed(secret))
            switch index % 5 {
            case 0:
                reducer(&state, .failing(Unencodable(secret)))
                messages.append(
                    "\(state.email == nil) \(Redacted(secret)) \(String(reflecting: Redacted([secret: other])))")
            case 1: recorder.set(state, by: "test")
            case 2:
                state.user?.name = other
                reducer(&state, .typed(other))
            case 3: messages += try startProblems(of: secret)
            default: reducer(&state, .signedOut)
            }
        }
        recorder.finish()
        return (path, messages + problems.messages)
    }

    /// The reports about a state that cannot be encoded: at the start, in a gap and in a problem.
    private func startProblems(of secret: String) throws -> [String] {
        struct Fragile: Codable, Equatable, Sendable {
            var broken: Unencodable?
            @Redacted var marked: Unencodable?
            @Redacted var text = ""
        }
        let problems = Problems()
        let name = folder.file("\(UUID().uuidString).jsonl")
        let recorder = Recorder<Fragile, Unencodable>(
            program: "fragile", version: "1", initialState: Fragile(), in: .file(name),
            options: RecorderOptions(snapshots: .every(1), redaction: Redaction(), onProblem: problems.note))
        _ = recorder.begin(Unencodable(secret), in: Fragile(broken: Unencodable(secret)))
        recorder.commit(recorder.begin(Unencodable(secret)), Fragile(marked: Unencodable(secret)))
        recorder.set(Fragile(broken: Unencodable(secret)), by: "test")
        // The first state after a gap is written before the next step, or at the end.
        recorder.commit(recorder.begin(Unencodable(secret)), Fragile(text: secret))
        recorder.commit(recorder.begin(Unencodable(secret)), Fragile())
        recorder.set(Fragile(broken: Unencodable(secret)), by: "test")
        recorder.commit(recorder.begin(Unencodable(secret)), Fragile(text: secret))
        recorder.finish()
        #expect(try Journal(opening: name).index.gaps.count >= 2)
        let unrecorded = Recorder<Fragile, Unencodable>(
            program: "fragile", version: "1", initialState: Fragile(broken: Unencodable(secret)),
            in: .file(name + ".none"), options: RecorderOptions(redaction: Redaction(), onProblem: problems.note))
        let problem = try #require(unrecorded.problem)
        return problems.messages + [try text(of: name), String(reflecting: problem)]
    }
}
