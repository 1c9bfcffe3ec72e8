import TimelineTestSupport

/// A limit on the size of the files of a process, as `ulimit -f` sets it.
struct LimitedFiles: FileLayerWrapper {
    let base = NarrowFiles()
    let limit: Cell<Int>

    func sizeLimit() -> Int { limit.load() }
}
