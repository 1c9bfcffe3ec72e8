import Foundation
import TimelineKit
import TimelineStore

// What the samples use of the services' own libraries.
nonisolated class Attachment { init(data: Data, filename: String) {} }
nonisolated class Scope {
    func addAttachment(_ attachment: Attachment) {}
    func clearAttachments() {}
}
nonisolated class Options {
    var dsn: String?
    var initialScope: (Scope) -> Scope = { $0 }
}
nonisolated enum SentrySDK {
    static func start(configureOptions: (Options) -> Void) {}
    static func configureScope(_ callback: (Scope) -> Void) {}
}
nonisolated class CrashlyticsReport { func log(_ message: String) {} }
nonisolated class Crashlytics {
    static func crashlytics() -> Crashlytics { Crashlytics() }
    func checkAndUpdateUnsentReports(completion: @escaping (CrashlyticsReport?) -> Void) {}
    func sendUnsentReports() {}
}
nonisolated class BugsnagEvent {
    var unhandled = true
    func addMetadata(_ value: Any?, key: String, section: String) {}
}
nonisolated class BugsnagConfiguration {
    var maxStringValueLength: UInt = 10_000
    static func loadConfig() -> BugsnagConfiguration { BugsnagConfiguration() }
    func addOnSendError(block: @escaping (BugsnagEvent) -> Bool) {}
}
nonisolated enum Bugsnag { static func start(with configuration: BugsnagConfiguration) {} }
nonisolated class CrashReport { var value: [String: Any] = [:] }
nonisolated class CrashReportStore {
    var reportIDs: [NSNumber] = []
    func report(for id: Int64) -> CrashReport? { nil }
    func deleteReport(with id: Int64) {}
}
nonisolated class KSCrash {
    static var shared: KSCrash { KSCrash() }
    var reportStore: CrashReportStore?
}
class MFMailComposeViewController {
    func setSubject(_ subject: String) {}
    func addAttachmentData(_ attachment: Data, mimeType: String, fileName: String) {}
}

enum CrashReportSamples {
    static func send(_ path: String, _ title: String) throws {}

    static func pending(in folder: String) throws {
        // sample: CrashReports#Overview:1
    }

    static func sentry(_ report: PendingCrashReport, dsn: String) {
        // sample: CrashReports#Sentry:1
    }

    static func crashlytics(_ report: PendingCrashReport) {
        // sample: CrashReports#Crashlytics:1
    }

    static func bugsnag(_ report: PendingCrashReport) {
        // sample: CrashReports#Bugsnag:1
    }

    static func upload(_ report: [String: Any], attaching bundle: String?) async throws {}

    static func ksCrash(_ report: PendingCrashReport) async throws {
        // sample: CrashReports#KSCrash:1
    }

    static func mail(in folder: String, of program: Core.CounterProgram) throws {
        // sample: CrashReports#GitHub, Jira and e-mail:1
    }

    static func restore(
        _ program: Core.CounterProgram, _ restorer: StateRestorer<Core.CounterProgram>,
        _ recorder: Recorder<Core.Counter, Core.CounterAction>
    ) {
        // sample: CrashReports#Restoring the state after a crash:1
    }
}
