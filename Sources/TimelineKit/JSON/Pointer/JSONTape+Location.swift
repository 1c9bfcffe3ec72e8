extension JSONTape {
    /// If there is no such value, the index is that of the innermost value around it.
    package func value(at location: JSONLocation) -> (index: Int, exists: Bool) {
        var value = 0
        for step in location.steps {
            let found: Int?
            switch (step, kind(value)) {
            case (.name(let name), .object):
                found = keys(of: value, upTo: end(value)).first { key($0).isExactly(name) }.map { $0 + 2 }
            case (.index(let index), .array):
                var element = value + 2
                for _ in 0..<max(0, index) where element < end(value) { element = next(element) }
                found = index >= 0 && element < end(value) ? element : nil
            default: found = nil
            }
            guard let found else { return (value, false) }
            value = found
        }
        return (value, true)
    }
}
