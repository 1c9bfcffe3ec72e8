#if CONVERTING
    import TimelineKit
    import TimelineReplay

    @testable import TimelineTool

    enum FuzzReduxDevTools: Fuzzer {
        static func test(_ bytes: [UInt8]) throws { try Imported.test(bytes, ReduxDevToolsReader.read) }
    }

    enum FuzzActions: Fuzzer {
        static func test(_ bytes: [UInt8]) throws { try Imported.test(bytes, ActionsReader.read) }
    }

    /// A file of another tool is refused with a place, or becomes a sound timeline that is the same each time.
    private enum Imported {
        static func test(_ bytes: [UInt8], _ read: (ForeignFile, ImportedTimeline) throws -> Void) throws {
            guard let made = try timeline(bytes, read) else { return }
            let journal = try Journal(bytes: made)
            try journal.requireSound(.strict)
            Fuzzing.require(try timeline(bytes, read) == made, "read twice, it differs")
        }

        private static func timeline(
            _ bytes: [UInt8], _ read: (ForeignFile, ImportedTimeline) throws -> Void
        ) throws -> [UInt8]? {
            let file = ForeignFile(name: "input", source: bytes)
            let timeline = try ImportedTimeline(
                program: "fuzz", version: "1", session: try file.fingerprint()
            ) { .null }
            do { try read(file, timeline) } catch let error as ToolError {
                Fuzzing.require(error.message.hasPrefix("input, "), "an error without a place: \(error)")
                return nil
            }
            let product = try timeline.finish()
            return try product.read(at: 0, count: try product.size())
        }
    }
#endif
