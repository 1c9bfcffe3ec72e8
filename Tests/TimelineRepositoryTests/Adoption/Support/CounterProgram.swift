import TimelineTestSupport

/// The program that counts, by the names that the articles use.
typealias CounterProgram = TotalProgram
typealias Counter = Total
typealias CounterAction = TotalAction
let reduceCounter = reduceTotal
