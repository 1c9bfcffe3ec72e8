/// The jobs that the app has started.
struct LabEnvironment<Action: Hashable>: Hashable {
    struct Job: Hashable {
        let name: String
        /// The step that started it.
        let cause: Int
        /// What it may still send.
        var traces: [[Action]]
        let allTraces: [[Action]]

        func sends(_ type: String) -> Bool { allTraces.joined().contains { typeName($0) == type } }
    }

    private(set) var jobs: [Job] = []
    private var canceled: [Job] = []
    private var answered: [Job] = []

    mutating func apply(_ effects: [LabEffect<Action>], step: Int) {
        for effect in effects {
            switch effect {
            case .start(let name, let traces):
                jobs.append(Job(name: name, cause: step, traces: traces, allTraces: traces))
            case .cancel(let name):
                canceled += jobs.filter { $0.name == name }
                jobs.removeAll { $0.name == name }
            }
        }
    }

    /// The environment after the job at `index` sent this; nil if it cannot send it now.
    func sending(_ action: Action, at index: Int) -> LabEnvironment? {
        let traces = jobs[index].traces.filter { $0.first == action }.map { Array($0.dropFirst()) }
        guard !traces.isEmpty else { return nil }
        var next = self
        next.jobs[index].traces = traces
        if traces.allSatisfy(\.isEmpty) { next.answered.append(next.jobs.remove(at: index)) }
        return next
    }

    /// Why no job can send this now.
    func obstacle(to action: Action) -> String {
        let type = typeName(action)
        let sending = jobs.filter { $0.sends(type) }
        if !sending.isEmpty {
            return sending.contains { $0.allTraces.joined().contains(action) }
                ? "order of stream" : "values of another request"
        }
        if canceled.contains(where: { $0.sends(type) }) { return "request canceled" }
        return answered.contains { $0.sends(type) } ? "request already answered" : "result without request"
    }
}

func typeName(_ action: some Hashable) -> String { String(String(describing: action).prefix { $0 != "(" }) }
