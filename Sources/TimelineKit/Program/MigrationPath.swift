package struct MigrationPath: Sendable {
    private let migrations: [Migration]
    package let version: String

    /// - Returns: nil if no migration applies.
    package init?(for program: some Program, from version: String) {
        migrations = program.migrations
            .filter {
                VersionOrder.precedes(version, $0.version) && !VersionOrder.precedes(program.version, $0.version)
            }
            .sorted { VersionOrder.precedes($0.version, $1.version) }
        self.version = program.version
        if migrations.isEmpty { return nil }
    }

    package func action(_ text: JSONText) -> JSONText { migrated(text, .action) }

    package func state(_ text: JSONText) -> JSONText { migrated(text, .state) }

    private func migrated(_ text: JSONText, _ part: Migration.Part) -> JSONText {
        var value = Migration.Value(text.value)
        for migration in migrations where migration.part == part { migration.change(&value) }
        return JSONText(value.json)
    }
}
