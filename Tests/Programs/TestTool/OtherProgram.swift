import TimelineKit

struct OtherProgram: Program {
    let name = "other"
    let version = "1"
    let initialState = 0

    func reduce(_ state: inout Int, _ action: Int) { state += action }
}
