import Foundation
import PackagePlugin

/// Builds the program executable of a package, and prints its path.
///
///     timeline replay run.jsonl --program "$(swift package timeline-program)"
@main struct ProgramCommand: CommandPlugin {
    /// The command cannot be carried out; the text says what to do.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) throws {
        var arguments = ArgumentExtractor(arguments)
        let named = arguments.extractOption(named: "product").first
        let isRelease = arguments.extractFlag(named: "release") > 0
        if let unknown = arguments.remainingArguments.first {
            throw Failure(description: "unknown argument \(unknown); the options are --product NAME and --release")
        }
        let name = try named ?? product(of: context.package)
        let result = try packageManager.build(
            .product(name), parameters: .init(configuration: isRelease ? .release : .debug))
        guard result.succeeded else { throw Failure(description: "\(name) does not build:\n\(result.logText)") }
        guard
            let file = result.builtArtifacts.first(where: { $0.kind == .executable && $0.url.lastPathComponent == name }
            )
        else { throw Failure(description: "\(name) is not an executable product of this package") }
        print(file.url.path(percentEncoded: false))
    }

    /// The name of the only executable product that ends in `-timeline`.
    private func product(of package: Package) throws -> String {
        let names = package.products(ofType: ExecutableProduct.self).map(\.name).filter { $0.hasSuffix("-timeline") }
        if names.count == 1 { return names[0] }
        throw Failure(
            description: names.isEmpty
                ? "this package has no executable product whose name ends in -timeline; the README of Timeline shows how to make one"
                : "this package has \(names.count) program executables: pass --product with one of \(names.sorted().joined(separator: ", "))"
        )
    }
}
