import TimelineKit

struct OtherProgram: Program {
    let name = "other"
    let version = "1"
    var initialState: Int { Int.random(in: 0..<1 << 40) }  // Another one each time, as a new identifier is.

    func reduce(_ state: inout Int, _ action: Int) { state += action }
}
