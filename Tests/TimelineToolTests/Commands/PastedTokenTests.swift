import Foundation
import Testing
import TimelineTestHarness

/// A token pasted into a URL is rejected, and never printed.
@Suite(.ownThreads)
struct PastedTokenTests {
    private let token = String(repeating: "c0ffee", count: 10) + "beef"
    private let refusal =
        "Error: the address of an app must not contain a user name, password or token, which other processes could see: pass it as "
        + "http://127.0.0.1:4000, and put the token into TIMELINE_TOKEN\n"

    private var urls: [String] {
        [
            "http://\(token)@127.0.0.1:4000", "http://me:\(token)@127.0.0.1:4000",
            "http://127.0.0.1:4000/?token=\(token)",
            "http://127.0.0.1:4000?token=\(token)", "http://127.0.0.1:4000/\(token)", "http://127.0.0.1:4000/#\(token)",
            "http://:swordfish@127.0.0.1:4000", "http://127.0.0.1:4000/?key=swordfish",
            "unix:/tmp/socket?token=\(token)",
        ]
    }

    @Test func everyCommandForAnAppRejectsAPastedToken() throws {
        let sandbox = try Sandbox()
        for url in urls {
            for arguments in [
                ["send", url, "{}"], ["watch", url], ["serve", url], ["state", url], ["record", "--from", url],
            ] {
                #expect(try sandbox.run(arguments) == Finished(errors: refusal, status: 64), "\(arguments)")
            }
        }
        #expect(
            try sandbox.run(["send", "\(token)@127.0.0.1:4000", "{}"]) == Finished(errors: refusal, status: 64))
        #expect(sandbox.files().isEmpty)
    }

    /// The other commands and options with such a URL.
    @Test func noErrorRepeatsTheToken() throws {
        let sandbox = try Sandbox()
        // A URL of a form that is not accepted may count as a file.
        for url in urls + ["https://\(token)@127.0.0.1:4000", "https://me:swordfish@127.0.0.1:4000"] {
            for arguments in [
                ["log", url], ["info", url], ["bisect", url, "--bad", "$.a"], ["diff", url, "1", "2"], ["replay", url],
                ["send", url], ["record", url], ["state", url, "3"], ["redact", "--check", url, "--path", "$"],
                ["repair", url, "-o", "x"], ["convert", url, "--to", "actions"],
                ["convert", url, "--from", "actions", "--name", "counter"],
            ] {
                let finished = try sandbox.run(arguments)
                #expect(finished.status != 0)
                for secret in [token, "swordfish"] {
                    #expect(!finished.description.contains(secret), "\(arguments): \(finished)")
                }
            }
        }
    }
}
