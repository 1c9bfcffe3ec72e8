import EpisodesCore
import Foundation
import TimelineTestPrograms

/// Programs with a fault that a seed chose.
enum MutatedPrograms {
    static var seed: UInt64? { ProcessInfo.processInfo.environment["MUTATION"].flatMap { UInt64($0) } }

    static func todo(seed: UInt64?) -> MutatedProgram<TodoProgram> {
        let program = TodoProgram()
        let actions = RecordedSession.joined(RecordedSession.todo)
        return MutatedProgram(program, seed.flatMap { Mutation(seed: $0, program, actions) })
    }

    static func shop(seed: UInt64?) -> MutatedProgram<ShopProgram> {
        let program = ShopProgram(bugs: [])
        let actions = RecordedSession.joined(ShopSessions.all)
        return MutatedProgram(program, seed.flatMap { Mutation(seed: $0, program, actions) })
    }

    static func episodes(seed: UInt64?) -> MutatedProgram<EpisodesProgram> {
        let program = EpisodesProgram()
        let file = URL(filePath: #filePath).appending(path: "../../../../Fixtures/unread-below-zero.jsonl").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8),
            let actions = try? RecordedSession.actions(EpisodesAction.self, of: text)
        else { return MutatedProgram(program, nil) }
        return MutatedProgram(program, seed.flatMap { Mutation(seed: $0, program, RecordedSession.joined([actions])) })
    }
}
