import InventoryCore
import TimelineTool

/// The tool of the program that the benchmark makes pages of.
@main struct InventoryTimeline: ProgramExecutable {
    static let program = InventoryProgram()
}
