internal import TimelineKit

extension BundleNote {
    /// The note without what may contain values. Names of code are kept, and lines of source files without their folders.
    var withoutValues: BundleNote {
        let isSignal = signal.map { name in
            name.hasPrefix("SIG") && name.utf8.count <= 10 && name.utf8.allSatisfy { (65...90).contains($0) }
                || name.hasPrefix("signal ") && Int(name.dropFirst(7)).map { (1...255).contains($0) } == true
        }
        let place = backtrace.map { trace in
            Backtrace(
                fault: trace.fault.map { fault in
                    let swift = "Swift runtime failure: "
                    return fault.hasPrefix(swift)
                        ? swift + PlainWords.of(String(fault.dropFirst(swift.count))) : PlainWords.of(fault)
                }, frames: trace.frames.map(\.withoutValues), omitted: trace.omitted)
        }
        return BundleNote(
            states: states, asked: asked, lastSeq: lastSeq, lastReduced: lastReduced,
            signal: isSignal == true ? signal : nil, exitStatus: exitStatus, backtrace: place)
    }
}

extension Backtrace.Frame {
    fileprivate var withoutValues: Backtrace.Frame {
        let name = file?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return Backtrace.Frame(symbol: symbol, file: name, line: line, image: image, address: address)
    }
}

enum PlainWords {
    /// A reason up to its first colon, after which it may quote a value of the app, if it consists of plain words.
    static func of(_ reason: String) -> String {
        let words = reason.prefix { $0 != ":" }
        let isPlain = words.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", " ", "/", "-": true
            default: false
            }
        }
        return isPlain ? String(words) : "withheld"
    }
}
