internal import TimelineKit

/// A recording that a page shows, with the messages of how it grew. An app that is started again begins another one.
struct ServedRun {
    let number: Int
    var page: PageData
    /// What the app recorded, as far as it was fetched; nil for the page of a file.
    var timeline: AppTimeline?
    var status: ServedPage.Status
    var travel: JSON?
    /// The timeline file that it was saved as.
    private(set) var saved: String?
    private var marks: Int
    /// Of the messages that are kept; at least the last one is.
    private let byteLimit: Int
    /// The latest messages, the oldest first, after `dropped` others.
    private(set) var messages: [[UInt8]] = []
    private(set) var dropped = 0
    private var bytes = 0

    init(_ number: Int, _ page: PageData, _ timeline: AppTimeline?, _ status: ServedPage.Status, byteLimit: Int) {
        (self.number, self.page, self.timeline, self.status) = (number, page, timeline, status)
        (self.byteLimit, marks) = (byteLimit, page.marks.count)
    }

    var end: Int { dropped + messages.count }

    mutating func append(_ message: [UInt8]) {
        messages.append(message)
        bytes += message.count
        var surplus = 0
        while bytes > byteLimit, surplus < messages.count - 1 {
            bytes -= messages[surplus].count
            surplus += 1
        }
        messages.removeFirst(surplus)
        dropped += surplus
    }

    /// Browsers get the whole page again.
    mutating func dropMessages() { (dropped, messages, bytes) = (end + 1, [], 0) }

    mutating func publish() {
        page.takeRows().forEach { append($0) }
        if !page.noted.isEmpty { append(JSON.members(["took": .object(page.noted)]).text) }
        page.noted = JSONObject()
        if marks < page.marks.count { append(page.marks(from: marks)) }
        marks = page.marks.count
    }

    mutating func show(_ status: ServedPage.Status) {
        if self.status == status { return }
        self.status = status
        append(JSON.members(["status": statusJSON]).text)
    }

    mutating func show(savedAs path: String) {
        saved = path
        append(JSON.members(["status": statusJSON]).text)
    }

    var statusJSON: JSON {
        .members([
            "state": .string(status.state), "text": status.text.map { .string($0) }, "saved": saved.map { .string($0) },
        ])
    }

    /// The path of a copy, which replaces those of other runs.
    func copy(in folder: ProcessFolder) throws -> String {
        let path = "\(try folder.path())/run.jsonl"
        if let timeline { try OutputFile.write(timeline, to: path, replacing: true) }
        return path
    }

    /// As the list of runs has it.
    var summary: JSON { ["run": .int(number), "steps": .int(page.steps), "state": .string(status.state)] }
}
