import Foundation
import ShopCore
import TimelineTool

/// The tool of the shop. `SHOP_FIXED` in its environment lists the fixed bugs, separated by commas.
@main struct ShopTimeline: ProgramExecutable {
    static let program = ShopProgram(bugs: bugs)

    private static var bugs: Set<ShopProgram.Bug> {
        let fixed = (ProcessInfo.processInfo.environment["SHOP_FIXED"] ?? "").split(separator: ",")
        return Set(ShopProgram.Bug.allCases).subtracting(fixed.compactMap { ShopProgram.Bug(rawValue: String($0)) })
    }
}
