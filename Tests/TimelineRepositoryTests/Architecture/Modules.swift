/// The table of targets: what each may import, and declare in Package.swift.
enum Modules {
    /// A target may also use the targets that the listed targets may use.
    private static let direct: [String: Set<String>] = [
        "CTimeline": [],
        "TimelineLibc": [],
        "TimelineKit": ["CTimeline", "TimelineLibc"],
        "TimelineReplay": ["TimelineKit"],
        "TimelineLive": ["TimelineReplay"],
        "TimelineStore": ["TimelineKit"],
        "TimelineNavigation": ["TimelineStore"],
        "TimelineTrait": [],
        "TimelineRemote": ["TimelineLive", "TimelineTrait", "FlyingSocks"],
        "TimelineDebugger": ["TimelineReplay"],
        "TimelineTesting": ["TimelineDebugger", "Testing"],
        "CTimelinePage": [],
        "TimelineTool": ["TimelineDebugger", "CTimelinePage", "TimelineRemote", "ArgumentParser", "CTimelineZlib"],
        "CTimelineZlib": [],
        "TimelineProgramPlugin": ["PackagePlugin"],
        "timeline": ["TimelineTool", "EpisodesCore"],
        "EpisodesCore": ["TimelineNavigation"],
        "EpisodesApp": ["EpisodesCore", "TimelineRemote", "ArgumentParser"],
    ]

    private static let foundation: Set = ["FoundationEssentials", "Foundation"]
    private static let toolchain: Set = ["Dispatch", "Observation", "Synchronization"]

    static var all: Set<String> { Set(direct.keys) }

    /// What `target` may use of other targets and packages.
    static func dependencies(of target: String) -> Set<String> {
        var found: Set<String> = []
        var open = direct[target] ?? []
        while let next = open.popFirst() { if found.insert(next).inserted { open.formUnion(direct[next] ?? []) } }
        return found
    }

    /// What a file of `target` may import.
    static func imports(of target: String, at path: String) -> Set<String> {
        if target == "TimelineLibc" { return ["Glibc", "Darwin", "MachO"] }
        // The concern of the folders `System`.
        let others: Set = path.contains("System/") ? [] : ["TimelineLibc"]
        return dependencies(of: target).subtracting(others).union(toolchain)
            .union(usesFoundation.contains(target) ? foundation : [])
    }

    private static let usesFoundation: Set = [
        "TimelineKit", "TimelineReplay", "TimelineRemote", "TimelineTesting", "TimelineProgramPlugin",
        "TimelineNavigation", "EpisodesCore", "EpisodesApp",
    ]
}
