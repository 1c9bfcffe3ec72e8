import Foundation
import TimelineKit
import TimelineTool

/// A program with bugs and a simulation of its surroundings. It tells exactly which runs can happen, and which bug a run shows.
package struct Lab: Sendable, CustomStringConvertible {
    package static let all = [
        Lab(program: SearchProgram.self), Lab(program: ProductProgram.self), Lab(program: LoginProgram.self),
        Lab(program: AuctionProgram.self), Lab(program: GameProgram.self), Lab(program: WizardProgram.self),
        Lab(program: SyncProgram.self), Lab(program: PlayerProgram.self),
    ]

    let program: any LabProgram.Type

    package var name: String { program.init().name }
    package var description: String { name }

    /// Records a run of a random user in which no rule breaks.
    package func record(seed: UInt64, steps: Int, to path: String) {
        program.record(seed: seed, steps: steps, to: path)
    }

    /// Records a run of a random user that ends where `bug` shows, after at least `steps` steps in which no rule breaks.
    ///
    /// - Returns: False if none of as many runs as `attempts` shows it.
    package func recordCrash(
        showing bug: LabBug, seed: UInt64, steps: Int, attempts: UInt64 = 200, to path: String
    ) -> Bool {
        program.recordCrash(showing: bug, seed: seed, steps: steps, attempts: attempts, to: path)
    }

    /// Judges a run of actions, each as the program encodes it.
    ///
    /// - Parameter isAsked: Which broken rules matter. A trap ends the run, whether it is asked for or not.
    package func judge(_ actions: [String], isAsked: (LabRule) -> Bool = { _ in true }) throws -> LabVerdict {
        try program.judge(actions, isAsked: isAsked)
    }

    /// Runs as `NAME-timeline`. In its environment, `LAB_MERGED=1` has one invariant in the place of all, so that several bugs break the
    /// same rule; `LAB_POSSIBLE=1` has an `isPossible` that allows exactly the actions whose control is enabled.
    package func runTool() { program.runTool() }
}

extension LabProgram {
    fileprivate static func judge(_ actions: [String], isAsked: (LabRule) -> Bool) throws -> LabVerdict {
        Self().judge(try actions.map { try JSONCoding.decode(Action.self, from: $0.utf8) }, isAsked: isAsked)
    }

    fileprivate static func runTool() {
        let environment = ProcessInfo.processInfo.environment
        if environment["LAB_MERGED"] == "1" {
            LabTool<MergedProgram<Self>>.main()
        } else if environment["LAB_POSSIBLE"] == "1" {
            LabTool<ControlledProgram<Self>>.main()
        } else {
            LabTool<Self>.main()
        }
    }
}

private struct LabTool<P: DefaultProgram>: ProgramExecutable {
    static var program: P { P() }
}
