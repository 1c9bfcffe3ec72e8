import Foundation
import Testing
import TimelineTestSupport

/// Apple requires a reason for each use of certain APIs, also in packages that an app links:
/// <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>.
@Suite(.ownThreads)
struct PrivacyManifestTests {
    /// By category, the names that Apple lists, and the reason that fits a recorder: it looks at files in the app's container.
    private static let listed: [String: (names: Set<String>, reasons: [String])] = [
        "FileTimestamp": (
            [
                "stat", "fstat", "lstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk",
                "creationDate", "modificationDate", "fileModificationDate", "creationDateKey",
                "contentModificationDateKey",
            ], ["C617.1"]
        ),
        "SystemBootTime": (["systemUptime", "mach_absolute_time"], []),
        "DiskSpace": (
            [
                "statfs", "statvfs", "fstatfs", "fstatvfs", "systemFreeSize", "systemSize",
                "volumeAvailableCapacityKey",
                "volumeAvailableCapacityForImportantUsageKey", "volumeAvailableCapacityForOpportunisticUsageKey",
                "volumeTotalCapacityKey",
            ], []
        ),
        "ActiveKeyboards": (["activeInputModes"], []),
        "UserDefaults": (["UserDefaults", "NSUserDefaults", "AppStorage", "SceneStorage"], []),
    ]

    @Test func everyAPIThatNeedsAReasonIsInTheManifest() throws {
        var words: Set<String> = []
        let apps: Set = ["TimelineNavigation", "TimelineRemote"]
        for target in apps.reduce(into: apps, { $0.formUnion(Modules.dependencies(of: $1)) }).intersection(Modules.all)
        {
            for line in try Repository.files(in: "Sources/\(target)").flatMap(\.lines)
            where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
            }
        }
        #expect(words.contains("fstat"))
        let used = Self.listed.filter { !$0.value.names.isDisjoint(with: words) }
        let data = try Data(contentsOf: URL(filePath: Repository.root + "Sources/TimelineKit/PrivacyInfo.xcprivacy"))
        let manifest = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let uses = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        let declared = Dictionary(
            uniqueKeysWithValues: uses.map {
                ($0["NSPrivacyAccessedAPIType"] as? String, $0["NSPrivacyAccessedAPITypeReasons"] as? [String])
            })
        #expect(
            declared
                == Dictionary(
                    uniqueKeysWithValues: used.map { ("NSPrivacyAccessedAPICategory\($0)", $1.reasons) }))
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    }

    /// A resource would link Foundation's `Bundle` into every app.
    @Test func onlyApplesSystemsHaveTheManifestAsAResource() throws {
        let isThere = FileManager.default.fileExists(atPath: "\(TestTools.beside)/timeline_TimelineKit.resources")
        #if os(macOS)
            #expect(isThere)
        #else
            #expect(!isThere)
        #endif
    }
}
