import Foundation
import Testing
import TimelineTestSupport

/// Which target uses which, held against the table in `Modules`.
@Suite(.ownThreads)
struct ModuleTests {
    @Test func everyTargetOfSourcesIsInTheTable() throws {
        #expect(try Set(Repository.targets()) == Modules.all)
    }

    @Test(arguments: Modules.all.sorted()) func aTargetImportsWhatTheTableAllows(target: String) throws {
        for file in try Repository.files(in: "Sources/\(target)") {
            #expect(file.imports.subtracting(Modules.imports(of: target, at: file.path)) == [], "\(file.path)")
        }
    }

    @Test func thePackageDeclaresWhatTheTableAllows() throws {
        let package = try Manifest.package.get()
        for target in package.targets where Modules.all.contains(target.name) {
            let extra = target.dependencyNames.subtracting(Modules.dependencies(of: target.name))
            #expect(extra == [], "\(target.name)")
        }
    }

    @Test func namesOfProductsAndTargetsDifferByMoreThanCase() throws {
        let package = try Manifest.package.get()
        let names = Set(package.targets.map(\.name) + package.products.map(\.name))
        let groups = Dictionary(grouping: names) { $0.lowercased() }
        #expect(groups.values.filter { $0.count > 1 } == [])
    }

    /// SwiftPM refuses a graph in which two packages have a target of one name. Stand-ins of other stores have the names of the real
    /// modules: no product holds them, so SwiftPM does not load them for an app, as `ClientLinkageTests` shows.
    @Test func noAppChoosesTheNameOfATarget() throws {
        let package = try Manifest.package.get()
        let executables = ["timeline", "episodes", "timeline-benchmark"]
        let prefixes = ["Timeline", "CTimeline", "Episodes", "timeline-"]
        let names = package.targets.filter { $0.path?.hasPrefix("Tests/Peers/") != true }.map(\.name)
        #expect(names.filter { name in !executables.contains(name) && !prefixes.contains { name.hasPrefix($0) } } == [])
    }

    /// The example is an app that any reader could write: it uses no module that is not a product. `packageAccess: false` in
    /// Package.swift lets it use no declaration that is not public.
    @Test(arguments: [("EpisodesCore", []), ("EpisodesApp", ["EpisodesCore", "ArgumentParser"])])
    func theExampleUsesProductsAlone(target: String, others: [String]) throws {
        let package = try Manifest.package.get()
        let products = Set(package.products.map(\.name))
        let example = try #require(package.targets.first { $0.name == target })
        #expect(example.dependencyNames.subtracting(products).subtracting(others) == [])
        #expect(!example.packageAccess)
    }

    /// But the C library, by a module that is imported internally.
    @Test func noModuleIsExportedAgain() throws {
        for file in try Repository.files(in: "Sources") where file.path != "Sources/TimelineLibc/TimelineLibc.swift" {
            #expect(!file.lines.contains { $0.contains("@_exported") }, "\(file.path)")
        }
    }

    /// These names belong to the app's store. `Tests/Peers` declares those of the stores that people use.
    @Test(arguments: ["TimelineKit", "TimelineLive", "TimelineRemote"])
    func noPublicNameIsThatOfAStore(target: String) throws {
        let names = try publicNames(in: "Tests/Peers")
        #expect(names.isSuperset(of: ["Store", "Effect", "Middleware", "Reducer", "DispatchedAction", "Next"]))
        let clashes = try publicNames(in: "Sources/\(target)").intersection(names.union(["Subscription"]))
        #expect(clashes == [])
    }

    /// The page `TimelineKit.md` lists the public types by task.
    @Test func theReferencePageListsEveryPublicType() throws {
        let page = try String(
            contentsOfFile: Repository.root + "Sources/TimelineKit/TimelineKit.docc/TimelineKit.md", encoding: .utf8)
        var listed: [String] = []
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let names = line.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
            listed += names
        }
        let modules = [
            "TimelineKit", "TimelineReplay", "TimelineStore", "TimelineNavigation", "TimelineLive", "TimelineRemote",
            "TimelineTool",
        ]
        let names = try Set(modules.flatMap { try publicNames(in: "Sources/\($0)") })
        #expect(listed.sorted() == names.sorted())
    }

    /// The names of public types that are not nested.
    private func publicNames(in folder: String) throws -> Set<String> {
        let declaration = /^(?:public|open)\s(?:.*\s)?(?:class|struct|enum|actor|protocol|typealias)\s+(\w+)/
        let lines = try Repository.files(in: folder).flatMap(\.lines)
        return try Set(lines.compactMap { try declaration.firstMatch(in: $0).map { String($0.1) } })
    }
}

/// What Package.swift declares.
private struct Manifest: Decodable {
    struct Product: Decodable { let name: String }

    struct Target: Decodable {
        let name: String
        let path: String?
        let dependencies: [[String: [Field]]]
        let packageAccess: Bool

        var dependencyNames: Set<String> {
            Set(dependencies.flatMap(\.values).compactMap { if case .text(let name) = $0.first { name } else { nil } })
        }
    }

    /// A dependency is a list of its name, its package and conditions, any of which may be null.
    enum Field: Decodable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            self = (try? decoder.singleValueContainer().decode(String.self)).map { .text($0) } ?? .other
        }
    }

    let products: [Product]
    let targets: [Target]

    static let package = Result { try load() }

    private static func load() throws -> Manifest {
        let scratch = TemporaryFolder()
        let arguments = [
            "swift", "package", "--package-path", Repository.root, "--scratch-path", scratch.path, "dump-package",
        ]
        return try JSONDecoder().decode(Manifest.self, from: Data(TestProcess.run(arguments).output.utf8))
    }
}
