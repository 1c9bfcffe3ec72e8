// TimelineRemote depends on this target, so that a build without its trait stops here, before files that import other packages.
#if !Remote
    #error("the dependency on Timeline names no trait: add traits: [\"Tool\"] for TimelineTool, or traits: [\"Remote\"] for TimelineRemote")
#endif
