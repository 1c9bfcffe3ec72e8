extension CompactScript {
    static let keywords: Set<Substring> = [
        "arguments", "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete",
        "do",
        "else", "extends", "false", "finally", "for", "function", "get", "if", "in", "instanceof", "let", "new", "null",
        "of", "return", "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
        "void",
        "while", "yield",
    ]

    /// The names of the language and of browsers that modules use. The history of the browser is `window.history`.
    static let globals: Set<Substring> = [
        "Array", "Blob", "Boolean", "Date", "DOMMatrix", "DecompressionStream", "Error", "Float32Array",
        "Float64Array", "HTMLButtonElement", "HTMLInputElement", "HTMLSelectElement", "HTMLTextAreaElement",
        "Infinity", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math", "MessageChannel", "NaN", "Node",
        "Number", "Object", "OffscreenCanvas", "Promise", "RegExp", "ResizeObserver", "Response", "Set", "String",
        "Symbol", "SyntaxError", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "Uint16Array", "Uint32Array",
        "Uint8Array", "WeakMap", "WebSocket", "addEventListener", "atob", "cancelAnimationFrame", "clearInterval",
        "clearTimeout", "console", "decodeURIComponent", "devicePixelRatio", "document", "encodeURIComponent",
        "getComputedStyle", "innerHeight", "innerWidth", "location", "matchMedia", "navigator",
        "performance", "queueMicrotask", "removeEventListener", "requestAnimationFrame", "scheduler",
        "sessionStorage", "setInterval", "setTimeout", "window",
    ]

    /// Globals whose functions do not use `this`, so that they can be called by another name.
    static let ownersOfFunctions: Set<Substring> = ["Array", "JSON", "Math", "Number", "Object", "String"]

    /// Globals whose values change, or that some browsers do not have.
    static let variables: Set<Substring> = ["devicePixelRatio", "innerHeight", "innerWidth", "scheduler"]

    /// The long members that classes of the modules declare, and the language or browsers too.
    static let foreignMembers: Set<Substring> = ["constructor", "indexOf", "scrollTo", "toString", "valueOf"]

    /// The members that get short names besides the long ones that classes declare.
    ///
    /// None is a member of the data of the page, or of what modules use of browsers or of the language; and none is the key of an
    /// object that is accessed by text.
    static let shortMembers: Set<Substring> = [
        "active", "advance", "anchor", "arrange", "colors", "depths", "dims", "dirty", "domain", "explain", "extend",
        "finder", "folds", "found", "glide", "gutter", "hatch", "hatches", "inertia", "keeps", "kinds", "labels",
        "lanes", "layout", "lengths", "loaded", "maximum", "measure", "moment", "opened", "owned", "painter", "panes",
        "pinch", "pins", "places", "plots", "pool", "reveal", "scrub", "seek", "shown", "since", "spans", "sums",
        "table", "ticks", "tokens", "unpack", "until", "views", "visible", "waiting", "walk",
    ]

    static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").map { String($0) }

    /// a, b, … Z, aa, ba, …, ZZ
    static let shortNames =
        letters + letters.flatMap { end in letters.map { $0 + end } }.filter { !keywords.contains($0[...]) }

    /// Shorter forms of the same.
    static let shortForms: [Substring: String] = [
        "const": "let", "true": "!0", "false": "!1", "undefined": "void 0",
    ]

    /// The short names that modules share.
    struct SharedNames {
        /// Those of the names at the top level.
        private(set) var names: [Substring: String] = [:]
        /// Those of values.
        private(set) var values: [String: String] = [:]
        /// Those of members.
        private(set) var members: [Substring: String] = [:]
        /// All but those of members.
        private(set) var taken: Set<String> = []
        /// The declarations of values, in one line or none.
        private(set) var declarations: [String] = []

        /// Most names are local to a module: all but so many of those of one letter are theirs.
        private static let letterCount = 14

        init(_ scripts: [CompactScript]) {
            nameMembers(scripts)
            nameValues(scripts)
        }

        private mutating func nameMembers(_ scripts: [CompactScript]) {
            let declared = scripts.reduce(into: Set<Substring>()) { $0.formUnion($1.declaredMembers) }
            let long = declared.filter { $0.count >= 8 || $0.contains(where: \.isUppercase) }
            let own = long.subtracting(CompactScript.foreignMembers).union(CompactScript.shortMembers)
            var counts: [Substring: Int] = [:]
            for script in scripts {
                for index in script.members { counts[script.text(at: index), default: 0] += 1 }
                for (index, isKey) in script.names where isKey { counts[script.text(at: index), default: 0] += 1 }
            }
            // An object may have members of both kinds.
            let free = CompactScript.shortNames.lazy.filter { own.contains($0[...]) || counts[$0[...]] == nil }
            let sorted = counts.filter { own.contains($0.key) }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            members = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), free))
        }

        private mutating func nameValues(_ scripts: [CompactScript]) {
            let topNames = scripts.flatMap(\.topNames)
            var counts: [String: Int] = [:]
            for script in scripts { for value in script.values.values { counts[value, default: 0] += 1 } }
            // The value, a name of two letters, and three characters for its declaration.
            let values = counts.filter { value, count in count * (value.count - 2) > value.count + 5 }.keys.sorted()
            var uses = Dictionary(uniqueKeysWithValues: values.map { ($0[...], counts[$0] ?? 0) })
            for name in topNames { uses[name] = 0 }
            for script in scripts {
                for index in script.names.keys { uses[script.text(at: index)]? += 1 }
            }
            let order = (values.map { $0[...] } + topNames).enumerated().sorted {
                (uses[$0.element] ?? 0, $1.offset) > (uses[$1.element] ?? 0, $0.offset)
            }
            let short =
                CompactScript.letters.prefix(Self.letterCount)
                + CompactScript.shortNames.dropFirst(CompactScript.letters.count)
            for ((_, name), short) in zip(order, short) { names[name] = short }
            taken = Set(names.values)
            for value in values { self.values[value] = names.removeValue(forKey: value[...]) }
            let list = values.map { "\(self.values[$0] ?? "")=\($0)" }
            if !list.isEmpty { declarations = ["let \(list.joined(separator: ","));"] }
        }
    }
}
