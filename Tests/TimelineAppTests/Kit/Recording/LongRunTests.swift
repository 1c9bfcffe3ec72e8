import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

#if os(Linux)
    /// What a flight recorder holds does not grow with time: `bulk-app soak` runs in a process of its own and prints it.
    @Suite(.ownThreads) struct LongRunTests {
        private struct Report: Decodable {
            let steps, segments, descriptors, deletedBytes, folderBytes, threads, residentBytes: Int
        }

        private let scratch = TemporaryFolder()

        /// The reports of a recorder that may open 64 descriptors.
        private func soak(_ durability: Durability, in folder: String, retention: Int, steps: Int) throws -> [Report] {
            let command = #"ulimit -n 64; exec "$0" soak "$@""#
            let run = try TestProcess([
                "/bin/sh", "-c", command, "\(TestTools.folder)/bulk-app", folder, durability.rawValue,
                "\(retention)", "\(steps)",
            ]).finished(within: .seconds(3600))
            #expect(run.status == 0)
            let lines = run.output.split(separator: "\n")
            #expect(lines.filter { !$0.hasPrefix("{") } == [])
            return try lines.map { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
        }

        /// Up to 1,200 segments; a busy recorder's queue makes fewer. With `TIMELINE_HARNESS=full`, 10 million steps.
        @Test(arguments: Durability.allCases)
        func theRecorderHoldsNoMoreAfterThousandsOfSegments(durability: Durability) throws {
            // In memory, as `strict` waits for the disk at each step.
            let memory = "/dev/shm/timeline-\(UUID().uuidString)"
            let inMemory =
                (try? FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: false)) != nil
            defer { if inMemory { try? FileManager.default.removeItem(atPath: memory) } }
            let reports = try soak(
                durability, in: "\(inMemory ? memory : scratch.path)/timelines", retention: 8_000,
                steps: Harness.count(small: 12_000, full: 10_000_000))
            #expect(reports.count == 10)
            let first = try #require(reports.first)
            let last = try #require(reports.last)
            #expect(last.segments >= Harness.count(small: 400, full: 8_000))
            for report in reports {
                #expect(report.descriptors <= 24)
                #expect(report.deletedBytes <= 16_000)
                #expect(report.folderBytes <= 32_000)
                #expect(report.threads <= 8)
            }
            #expect(last.residentBytes - first.residentBytes <= Harness.count(small: 1 << 20, full: 4 << 20))
        }

        @Test(.needsDisk, .enabled(if: Harness.isFull, "TIMELINE_HARNESS is not full"))
        func recordingGoesOnForAThousandSegmentsOnASmallDisk() throws {
            let disk = try SmallDisk("1m", at: scratch.file("disk"))
            let reports = try soak(.process, in: "\(disk.path)/timelines", retention: 100_000, steps: 100_000)
            #expect(try #require(reports.last).segments >= 1_000)
        }
    }
#endif
