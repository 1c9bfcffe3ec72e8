import EpisodesCore
import Foundation
import TimelineLab
import TimelineTestPrograms
import TimelineTool

/// The tools of the tests' programs in one executable, which picks its program by its own name.
@main enum TimelineTestTool {
    static func main() {
        switch CommandLine.arguments[0].split(separator: "/").last {
        case "bare-timeline": BareTimeline.main()
        case "catalog-timeline": CatalogTimeline.main()
        case "counter-timeline": CounterTimeline.main()
        case "inventory-timeline": InventoryTimeline.main()
        case "mutant-timeline": MutantTimeline.main()
        case "loose-timeline": CaseTimeline<LooseState>.main()
        case "lossy-timeline": CaseTimeline<LossyState>.main()
        case "outside-timeline": CaseTimeline<OutsideState>.main()
        case "shared-timeline": CaseTimeline<SharedState>.main()
        case "words-timeline": CaseTimeline<WordsState>.main()
        case "shop-timeline": ShopTimeline.main()
        case "todo-timeline": TodoTimeline.main()
        case "todo-fleet-timeline": TodoFleetTimeline.main()
        case "mutated-todo-timeline": MutatedTodoTimeline.main()
        case "mutated-shop-timeline": MutatedShopTimeline.main()
        case "mutated-episodes-timeline": MutatedEpisodesTimeline.main()
        case let name:
            guard let lab = Lab.all.first(where: { "\($0)-timeline" == name ?? "" }) else {
                fatalError("no program is named after \(name ?? "")")
            }
            lab.runTool()
        }
    }
}

/// A tool that holds no program of the tests' timelines, so that it has to find the one that does.
private struct BareTimeline: ProgramExecutable { static let program = OtherProgram() }

/// A tool whose program keeps its state in sets and dictionaries, which every process orders differently.
private struct CatalogTimeline: ProgramExecutable { static let program = CatalogProgram() }

private struct CounterTimeline: ProgramExecutable { static let program = CounterProgram() }

/// The tool of the program that the benchmark makes pages of.
private struct InventoryTimeline: ProgramExecutable { static let program = InventoryProgram() }

private struct MutantTimeline: ProgramExecutable { static let program = MutantProgram() }

/// The tool of a program whose state has an unusual type.
private struct CaseTimeline<State: CaseState>: ProgramExecutable {
    static var program: CaseProgram<State> { CaseProgram() }
}

/// The tool of the to-do app. `TODO_FAULT` in its environment names its fault.
private struct TodoTimeline: ProgramExecutable {
    static let program = TodoProgram(
        TodoProgram.Fault(rawValue: ProcessInfo.processInfo.environment["TODO_FAULT"] ?? ""))
}

/// The tool of the to-do app with all of its bugs.
private struct TodoFleetTimeline: ProgramExecutable { static let program = TodoFleet() }

/// The tool of the shop. `SHOP_FIXED` in its environment lists the fixed bugs, separated by commas.
private struct ShopTimeline: ProgramExecutable {
    static let program = ShopProgram(bugs: bugs)

    private static var bugs: Set<ShopProgram.Bug> {
        let fixed = (ProcessInfo.processInfo.environment["SHOP_FIXED"] ?? "").split(separator: ",")
        return Set(ShopProgram.Bug.allCases).subtracting(fixed.compactMap { ShopProgram.Bug(rawValue: String($0)) })
    }
}

/// The tools of programs with a fault that the seed in `MUTATION` chose.
private struct MutatedTodoTimeline: ProgramExecutable {
    static let program = MutatedPrograms.todo(seed: MutatedPrograms.seed)
}

private struct MutatedShopTimeline: ProgramExecutable {
    static let program = MutatedPrograms.shop(seed: MutatedPrograms.seed)
}

private struct MutatedEpisodesTimeline: ProgramExecutable {
    static let program = MutatedPrograms.episodes(seed: MutatedPrograms.seed)
}
