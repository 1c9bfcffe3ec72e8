import TimelineJournal

extension Journal {
    func steps() throws -> [Step] {
        var lines = lines()
        var steps: [Step] = []
        while let line = try lines.next() { if case .step(let step) = line.content { steps.append(step) } }
        return steps
    }
}
