import Foundation
import TimelineTestPrograms
import TimelineDebugger
import TimelineKit

/// What a launch does about earlier runs: reports those that did not end cleanly, repairs a copy of a torn file, and sends the
/// bundles. It may be killed anywhere; the next launch does it again.
struct Recovery {
    private let orders: BulkOrders
    private let notices: NoticePipe

    init(_ orders: BulkOrders, _ notices: NoticePipe) { (self.orders, self.notices) = (orders, notices) }

    func reports() throws -> [PendingCrashReport] {
        let reports = try CrashReports.pending(in: orders.recordings, last: 20, endedBetweenSteps: true)
        for report in reports {
            var flags: UInt8 = 0
            if report.isReadable { flags |= Notice.isReadable }
            if report.bundle != nil { flags |= Notice.hasBundle }
            if let isReduced = report.lastStep?.reducerReturned {
                flags |= Notice.reducedIsKnown | (isReduced ? Notice.isReduced : 0)
            }
            notices.write(Notice(.report, flags: flags, a: id(report), b: UInt64(report.lastStep?.seq ?? 0)))
        }
        notices.write(Notice(.reports, a: UInt64(reports.count)))
        return reports
    }

    /// Writes a sound copy of each run that is torn, as `timeline repair` does of a folder: the originals are only read.
    func repair(_ reports: [PendingCrashReport]) throws {
        for report in reports where report.isReadable {
            let stem = stem(report)
            // A folder of this run alone.
            let parts = "\(orders.repaired)/\(stem).parts"
            try? FileManager.default.removeItem(atPath: parts)
            try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: parts) }
            for name in try FileManager.default.contentsOfDirectory(atPath: orders.recordings)
            where name.hasPrefix("\(stem)-") {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(parts)/\(name)", withDestinationPath: "\(orders.recordings)/\(name)")
            }
            var outcome: UInt8 = 0
            do throws(JournalError) {
                let salvage = try Salvage(of: parts)
                if !salvage.report.isWhole {
                    let copy = "\(orders.repaired)/\(stem).jsonl"
                    try! OutputFile.write(salvage.source, to: copy, replacing: true)
                    if let status = salvage.status() { try! Salvage.put(status, beside: copy) }
                    outcome = 1
                }
            } catch {
                guard case .nothingToSave = error else { throw error }
                outcome = 2
            }
            notices.write(Notice(.repaired, flags: outcome, a: id(report)))
        }
    }

    /// Copies each bundle to the folder for reports.
    func send(_ reports: [PendingCrashReport]) throws {
        for report in reports {
            if let bundle = report.bundle {
                // The recorder deleted the run, if it was made before.
                guard let bytes = try? FileBytes(opening: bundle) else { continue }
                try OutputFile.write(bytes, to: "\(orders.sent)/\(stem(report)).jsonl", replacing: true)
            }
            try report.markSent()
            notices.write(Notice(.sent, a: id(report)))
        }
    }

    private func stem(_ report: PendingCrashReport) -> String {
        JournalFolder.stem(of: URL(filePath: report.timeline).lastPathComponent)
    }

    private func id(_ report: PendingCrashReport) -> UInt64 { Notice.id(of: stem(report)) }
}
