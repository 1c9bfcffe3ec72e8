import Foundation
import TestHarness
import TestSupport
import Testing
import TimelineKit

#if os(Linux)
    /// What a flight recorder holds does not grow with time: `bulk-app soak` runs in a process of its own and prints it.
    @Suite(.ownThreads) struct LongRunTests {
        private struct Report: Decodable {
            let steps: Int
            let segments: Int
            let descriptors: Int
            let deletedBytes: Int
            let folderBytes: Int
            let threads: Int
            let residentBytes: Int
        }

        private let scratch: TemporaryFolder

        init() throws { scratch = try TemporaryFolder() }

        /// Runs a recorder that may open 64 descriptors.
        private func soak(
            _ durability: Durability, in folder: String, retention: Int, steps: Int
        ) throws -> (reports: [Report], problems: [String]) {
            let app = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bulk-app")
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c", "ulimit -n 64; exec \"$0\" soak \"$@\"", app.path, folder, durability.rawValue, "\(retention)",
                "\(steps)",
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let lines = text.split(separator: "\n").map(String.init)
            return (
                try lines.filter { $0.hasPrefix("{") }.map {
                    try JSONDecoder().decode(Report.self, from: Data($0.utf8))
                },
                lines.filter { !$0.hasPrefix("{") }
            )
        }

        /// Up to 20,000 segments; a busy recorder's queue makes fewer. With `TIMELINE_HARNESS=full`, 10 million steps.
        @Test(arguments: Durability.allCases)
        func theRecorderHoldsNoMoreAfterThousandsOfSegments(durability: Durability) throws {
            // In memory, as `strict` waits for the disk at each step.
            let memory = "/dev/shm/timeline-\(UUID().uuidString)"
            let inMemory =
                (try? FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: false)) != nil
            defer { if inMemory { try? FileManager.default.removeItem(atPath: memory) } }
            let (reports, problems) = try soak(
                durability, in: "\(inMemory ? memory : scratch.path)/timelines", retention: 8_000,
                steps: Harness.count(small: 200_000, full: 10_000_000))
            #expect(problems == [])
            #expect(reports.count == 10)
            let first = try #require(reports.first)
            let last = try #require(reports.last)
            #expect(last.segments >= 8_000)
            for report in reports {
                #expect(report.descriptors <= 24)
                #expect(report.deletedBytes <= 16_000)
                #expect(report.folderBytes <= 32_000)
                #expect(report.threads <= 8)
            }
            #expect(last.residentBytes - first.residentBytes <= 4 << 20)
        }

        @Test func recordingGoesOnForAThousandSegmentsOnASmallDisk() throws {
            let disk = scratch.file("disk")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            func run(_ arguments: String...) throws -> Bool {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments = arguments
                process.standardError = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus == 0
            }
            guard try run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk) else {
                print("skipped: a small disk cannot be mounted here")
                return
            }
            defer { _ = try? run("umount", "-l", disk) }
            let (reports, problems) = try soak(.process, in: "\(disk)/timelines", retention: 100_000, steps: 100_000)
            #expect(problems == [])
            let last = try #require(reports.last)
            #expect(last.segments >= 1_000)
        }
    }
#endif
