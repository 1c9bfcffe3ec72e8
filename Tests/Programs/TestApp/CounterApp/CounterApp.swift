import Synchronization
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A counter that reads commands from standard input, one per line:
///
///     add 5      dispatches an action; so do increment, reset and crash
///     mark NAME  gives the place a name
///     serve      serves its host at a free port of this machine, and says where
///     abort      ends between two steps
///     kill 15    sends itself a signal
///     wait       marks the place "waiting", waits for SIGTERM, and says how many came
///     exit 7     ends cleanly with that status, as the end of input does with 0
enum CounterApp {
    private static let terminations = Atomic<Int>(0)

    static func main() throws {
        let program = CounterProgram()
        let recorder = Recorder(program: program, in: .requested)
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(store, program: program, recorder: recorder, at: .loopback(port: 0))
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            switch words[0] {
            case "increment": store.dispatch(.increment)
            case "add": store.dispatch(.add(amount: Int(words[1])!))
            case "reset": store.dispatch(.reset)
            case "crash": store.dispatch(.crash)
            case "serve":
                print("serving at \(try host.start())")
                fflush(nil)
            case "mark": recorder.mark(words[1])
            case "abort": abort()
            case "kill": kill(getpid(), Int32(words[1])!)
            case "wait": waitForTermination { recorder.mark("waiting") }
            case "exit":
                recorder.finish()
                exit(Int32(words[1])!)
            default: fatalError("no such order: \(line)")
            }
        }
        recorder.finish()
    }

    private static func waitForTermination(ready: () -> Void) {
        signal(SIGTERM) { _ in _ = CounterApp.terminations.add(1, ordering: .relaxed) }
        ready()
        while terminations.load(ordering: .relaxed) == 0 { usleep(1000) }
        // A second signal would follow at once.
        usleep(300_000)
        print("\(terminations.load(ordering: .relaxed)) SIGTERM")
        // At the end of input, `readLine` loops forever after an interrupted call.
        errno = 0
    }
}
