// TimelineRemote depends on this target, so that a build without its trait stops here, before files that import other packages.
#if !Remote
    #error("the dependency on Timeline names no trait: TimelineTool needs \"Tool\", TimelineRemote needs \"Remote\"")
#endif
