import CounterCore
import Foundation
import InventoryCore
import MutantCore
import ShopCore
import TimelineTool

/// The tools of the tests' programs in one executable, which picks its program by its own name.
@main enum TestTimeline {
    static func main() {
        switch CommandLine.arguments[0].split(separator: "/").last {
        case "bare-timeline": BareTimeline.main()
        case "catalog-timeline": CatalogTimeline.main()
        case "counter-timeline": CounterTimeline.main()
        case "inventory-timeline": InventoryTimeline.main()
        case "mutant-timeline": MutantTimeline.main()
        case "shop-timeline": ShopTimeline.main()
        case let name: fatalError("no program is named after \(name ?? "")")
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

/// The tool of the shop. `SHOP_FIXED` in its environment lists the fixed bugs, separated by commas.
private struct ShopTimeline: ProgramExecutable {
    static let program = ShopProgram(bugs: bugs)

    private static var bugs: Set<ShopProgram.Bug> {
        let fixed = (ProcessInfo.processInfo.environment["SHOP_FIXED"] ?? "").split(separator: ",")
        return Set(ShopProgram.Bug.allCases).subtracting(fixed.compactMap { ShopProgram.Bug(rawValue: String($0)) })
    }
}
