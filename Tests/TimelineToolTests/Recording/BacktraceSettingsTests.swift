import Testing

@testable import TimelineTool

struct BacktraceSettingsTests {
    private let ours =
        "format=json,output-to=/tmp/f/,interactive=no,color=no,sanitize=yes,threads=crashed,registers=none,images=mentioned"

    @Test(arguments: [nil, ""])
    func jsonIsRequestedByDefault(inherited: String?) throws {
        let settings = try #require(BacktraceSettings(inherited: inherited, folder: "/tmp/f"))
        #expect(settings.value == "warnings=suppressed,enable=yes," + ours)
        #expect(settings.stream == .error)
        #expect(settings.hasColor == nil)
    }

    /// The last value of a key counts, so our own settings come last.
    @Test(arguments: [
        ("unwind=fast,demangle=no,limit=9", BacktraceSettings.Stream.error, Bool?.none),
        ("Color=YES,Output-To=StdOut", .output, true), ("color=no,output-to=stderr", .error, false),
        ("color=tty,output-to=auto,warnings=enabled,", .error, nil), ("enable=tty,interactive=tty", .error, nil),
        ("enable=no,enable=yes", .error, nil), ("output-to=/tmp/x,output-to=stdout", .output, nil),
        ("swift-backtrace=/opt/a b/swift-backtrace,preset=full", .error, nil), ("nonsense", .error, nil),
        ("format=text,interactive=no,timeout=0s", .error, nil),
    ])
    func otherSettingsArePassedThrough(
        _ inherited: String, _ stream: BacktraceSettings.Stream, _ hasColor: Bool?
    ) throws {
        let settings = try #require(BacktraceSettings(inherited: inherited, folder: "/tmp/f"))
        let own = inherited.hasSuffix(",") ? inherited : inherited + ","
        #expect(settings.value == "warnings=suppressed,enable=yes," + own + ours)
        #expect(settings.stream == stream)
        #expect(settings.hasColor == hasColor)
    }

    @Test(arguments: [
        "enable=no", "enable=yes,ENABLE=Off", "enable=nonsense", "output-to=/tmp/crash.log", "output-to=crashes",
        "format=json", "color=yes,format=JSON", "interactive=yes", "interactive=1",
    ])
    func settingsThatConflictAreKept(inherited: String) {
        #expect(BacktraceSettings(inherited: inherited, folder: "/tmp/f") == nil)
    }

    @Test(arguments: ["/tmp/a,b", "relative", ""])
    func aFolderThatASettingsListCannotHoldIsNotUsed(folder: String) {
        #expect(BacktraceSettings(inherited: nil, folder: folder) == nil)
    }
}
