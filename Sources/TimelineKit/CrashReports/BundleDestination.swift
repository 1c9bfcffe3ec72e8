/// Where a bundle goes: how many bytes are taken there, and how the file must be called.
///
/// The limits are those that each service documented in November 2026. A bundle over the limit gives up its oldest states.
public struct BundleDestination: Hashable, Sendable {
    /// How many bytes a bundle may take; at least 1.
    public let maxBytes: Int

    /// What the file's name ends in after `NAME.bundle`, without a dot: `jsonl`.
    public let fileExtension: String

    /// - Parameters:
    ///   - maxBytes: How many bytes a bundle may take; at least 1.
    ///   - fileExtension: What the file's name ends in, without a dot: letters and digits.
    public init(maxBytes: Int, fileExtension: String = "jsonl") {
        precondition(maxBytes >= 1, "a bundle of \(maxBytes) bytes cannot be made")
        precondition(
            !fileExtension.isEmpty && fileExtension.utf8.allSatisfy { Self.alphanumerics.contains($0) },
            "\"\(fileExtension)\" is no extension: it should be of letters and digits")
        self.maxBytes = maxBytes
        self.fileExtension = fileExtension
    }

    private static let alphanumerics = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// An issue or a discussion on GitHub, by hand: 25 MB for files that are no images or videos. `.jsonl` is not among the
    /// names that are taken; `.txt` is.
    ///
    /// Source: <https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files>.
    public static let github = BundleDestination(maxBytes: 25_000_000, fileExtension: "txt")

    /// An attachment in Sentry: 20 MB for a compressed request. The event has its part of that, some tens of kilobytes; a
    /// bundle compresses to well below.
    ///
    /// The SDK for Apple systems drops what is larger than its `maxAttachmentSize`, where the app has set a smaller one.
    ///
    /// Source: <https://docs.sentry.io/platforms/apple/enriching-events/attachments/>.
    public static let sentry = BundleDestination(maxBytes: 20_000_000)

    /// An attachment in Jira: 10,485,760 bytes, unless its administrator allows another size.
    ///
    /// Source: "Configuring File Attachments" in <https://confluence.atlassian.com/adminjiraserver>, *Attachment Size*.
    public static let jira = BundleDestination(maxBytes: 10 << 20)

    /// The log of a report in Crashlytics: 64 kB. It takes no files, and deletes the log's oldest entries over the limit.
    ///
    /// Source: <https://firebase.google.com/docs/crashlytics/customize-crash-reports>.
    public static let crashlytics = BundleDestination(maxBytes: 64_000)

    /// The metadata of an event in Bugsnag: 1 MB for the whole event, in which the quotes of a bundle are escaped once
    /// more. It takes no files. Give less where states are full of short strings.
    ///
    /// Source: `MaxPersistedSize` in `BSGEventUploadOperation.h` of <https://github.com/bugsnag/bugsnag-cocoa>, version 6,
    /// and the notes of <https://github.com/bugsnag/bugsnag-android/releases/tag/v5.28.0>.
    public static let bugsnag = BundleDestination(maxBytes: 1_000_000)
}
