internal import ArgumentParser
internal import TimelineKit

/// Where a bundle goes, as it is named on the command line.
enum DestinationName: String, CaseIterable, ExpressibleByArgument {
    case github, sentry, jira, crashlytics, bugsnag

    var destination: BundleDestination {
        switch self {
        case .github: .github
        case .sentry: .sentry
        case .jira: .jira
        case .crashlytics: .crashlytics
        case .bugsnag: .bugsnag
        }
    }

    /// Whether files are taken there by their names, and this is not one of them.
    func refuses(_ path: String) -> Bool {
        self == .github && !path.hasSuffix(".\(destination.fileExtension)") && !ProductFile.isPacked(path)
    }
}
