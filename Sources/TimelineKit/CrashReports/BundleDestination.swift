/// Where a bundle is sent: the size limit and the file extension.
///
/// The limits are those that each service documented in November 2026. Over the limit, a bundle drops its oldest steps.
public struct BundleDestination: Hashable, Sendable {
    /// The most bytes of a bundle; at least 1.
    public let maxBytes: Int

    /// The extension of the file, after `NAME.bundle`, without a dot: `jsonl`.
    public let fileExtension: String

    /// - Parameters:
    ///   - maxBytes: The most bytes of a bundle; at least 1.
    ///   - fileExtension: The extension of the file, without a dot: letters and digits.
    public init(maxBytes: Int, fileExtension: String = "jsonl") {
        precondition(maxBytes >= 1, "a bundle of \(maxBytes) bytes cannot be made")
        precondition(
            !fileExtension.isEmpty && fileExtension.utf8.allSatisfy { Self.alphanumerics.contains($0) },
            "\"\(fileExtension)\" is not a file extension: use letters and digits")
        self.maxBytes = maxBytes
        self.fileExtension = fileExtension
    }

    private static let alphanumerics = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// An issue or a discussion on GitHub, attached by hand: 25 MB for files other than images and videos. GitHub accepts
    /// `.txt`, and refuses `.jsonl`.
    ///
    /// Source: <https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files>.
    public static let github = BundleDestination(maxBytes: 25_000_000, fileExtension: "txt")

    /// An attachment in Sentry: 20 MB for the compressed request, which includes the event.
    ///
    /// The SDK for Apple systems drops an attachment over its `maxAttachmentSize`.
    ///
    /// Source: <https://docs.sentry.io/platforms/apple/enriching-events/attachments/>.
    public static let sentry = BundleDestination(maxBytes: 20_000_000)

    /// An attachment in Jira: 10,485,760 bytes, unless the administrator set another limit.
    ///
    /// Source: "Configuring File Attachments" in <https://confluence.atlassian.com/adminjiraserver>, *Attachment Size*.
    public static let jira = BundleDestination(maxBytes: 10 << 20)

    /// The log of a report in Crashlytics: 64 kB. Crashlytics accepts no files. Over the limit it drops the oldest entries.
    ///
    /// Source: <https://firebase.google.com/docs/crashlytics/customize-crash-reports>.
    public static let crashlytics = BundleDestination(maxBytes: 64_000)

    /// The metadata of an event in Bugsnag: 1 MB for the whole event, in which the quotes of the bundle are escaped. Bugsnag
    /// accepts no files. Use a lower limit if states hold many short strings.
    ///
    /// Source: `MaxPersistedSize` in `BSGEventUploadOperation.h` of <https://github.com/bugsnag/bugsnag-cocoa>, version 6,
    /// and the notes of <https://github.com/bugsnag/bugsnag-android/releases/tag/v5.28.0>.
    public static let bugsnag = BundleDestination(maxBytes: 1_000_000)
}
