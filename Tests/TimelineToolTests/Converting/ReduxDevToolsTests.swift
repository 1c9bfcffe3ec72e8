import Foundation
import Testing
import TimelineDebugger
import TimelineJSON
import TimelineJournal
import TimelineSystem
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ReduxDevToolsTests {
    private static func runs() -> [ConvertedRun] {
        var seed = Seed()
        print("Redux DevTools: \(seed)")
        return (0..<60).map { _ in ConvertedRun(using: &seed) }
    }

    private static func load(_ text: String) throws -> (journal: Journal, losses: [String]) {
        try Converting.load(Array(text.utf8), ReduxDevToolsReader.read)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for run in Self.runs() {
            let written = try Converting.export(run.text, ReduxDevToolsExporter())
            #expect(written.exporter.steps == run.steps.count)
            let (initialState, steps) = try ConvertedRun.steps(of: Self.load(written.text).journal)
            #expect(initialState == run.initialState)
            #expect(steps == run.steps, "\(run.text)")
        }
    }

    /// Whatever forms the actions of one file have.
    @Test func actionsOfAnyFormsAreReadAgain() throws {
        var seed = Seed()
        print("actions of Redux: \(seed)")
        let forms: [JSON] = [
            ["add": 5], ["refresh": [:]], ["type": "ADD", "text": "x"], ["type": "ADD", "payload": 1, "meta": [:]],
            ["type": 7],
            ["type": "REFRESH"], ["type": "ADD", "payload": 2], ["type": 0, "id": 1], ["type": .null], ["id": 3],
            ["a", 1], "a",
            ["type": "@@timeline/set", "payload": 1, "meta": ["by": "x"]], ["@@timeline/action": 1],
            ["type": ["_0": "x"]], ["type": "x", "payload": 1, "meta": 2], ["@@timeline/set": ["payload": 1]],
            ["type": "@@timeline/action", "payload": 1, "more": 2], ["payload": 1], [:], ["a": .null],
        ]
        for _ in 0..<300 {
            let actions = (0..<Int.random(in: 1...4, using: &seed)).map { _ in
                Bool.random(using: &seed) ? forms.randomElement(using: &seed)! : .random(depth: 3, using: &seed)
            }
            let steps = actions.enumerated().flatMap { index, action in
                [
                    #"{"seq":\#(index + 1),"at":1.000000,"action":\#(action)}"#,
                    #"{"seq":\#(index + 1),"at":1.000000,"state":{"count":0}}"#,
                ]
            }
            let run = Recorded.text(Array(Recorded.lines[..<2]) + steps)
            let journal = try Journal(bytes: Array(run.utf8), name: "run.jsonl")
            let written = try Converting.text(
                TimelineExport.run(RecordedStates(journal), ReduxDevToolsExporter()).1)
            let read = try ConvertedRun.steps(of: Self.load(written).journal).steps
            #expect(read.map(\.change) == actions.map { ["action": $0] }, "\(written)")
        }
    }

    // MARK: - jsan

    /// References in references: what they stand for is as large as the file's length to the power of 4, or has no end.
    @Test func referencesThatGrowWithoutEndAreRefused() throws {
        let names = (0..<40).map { number in
            #""a\#(number)":[\#(Array(repeating: #"{"$jsan":"$.s.a\#(number + 1)"}"#, count: 9).joined(separator: ","))]"#
        }
        let loop = #""a":{"x":{"$jsan":"$.s.b"}},"b":{"y":{"$jsan":"$.s.a"}}"#
        for state in [names.joined(separator: ","), loop] {
            let text = #"{"s":{\#(state)},"actionsById":{},"stagedActionIds":[],"committedState":1}"#
            #expect(
                throws: ForeignFileError("input", at: "$", "references of jsan repeat more values than can be read")
            ) { try Self.load(text) }
        }
    }

    // MARK: - The extension

    /// A folder with the public sources of `redux-devtools`, `redux` and `jsan`.
    private static let sources = ProcessInfo.processInfo.environment["TIMELINE_REDUX_DEVTOOLS"]

    /// Imports each file as the extension does, and writes what it would export: the lifted state, the actions, and the lifted
    /// state after the first action was skipped.
    private static let script = """
        import importInExtension from '@redux-devtools/extension-import';
        import { importState } from '@redux-devtools/utils-import';
        import { instrument, ActionCreators } from '@redux-devtools/instrument';
        import { createStore } from 'redux';
        import { deepStrictEqual } from 'node:assert';
        import { readFileSync, writeFileSync, existsSync } from 'node:fs';

        function reducer(state: any = { count: 0 }, action: any) {
          switch (action.type) {
            case 'increment': return { count: state.count + 1 };
            case 'add': return { count: state.count + action.payload.amount };
            case 'reset': return { count: 0 };
            case '@@timeline/set': return action.payload;
            default: return state;
          }
        }
        const lift = () => createStore(reducer, instrument() as any) as any;
        let count = 0, recomputed = 0;
        for (; existsSync(`${count}.json`); count++) {
          const text = readFileSync(`${count}.json`, 'utf8');
          const imported = importState(text, {}) as any;
          deepStrictEqual(importInExtension(text, {} as any), imported);
          const { nextLiftedState } = imported;

          const store = lift();
          store.liftedStore.dispatch(ActionCreators.importState(nextLiftedState, true));
          const kept = store.liftedStore.getState();
          const { monitorState, isLocked, isPaused, ...written } = JSON.parse(text);
          for (const key of Object.keys(written)) deepStrictEqual(kept[key], written[key], `${count}: ${key}`);
          deepStrictEqual(store.getState(), kept.computedStates[kept.currentStateIndex].state);
          writeFileSync(`${count}.lifted.json`, JSON.stringify(kept));

          const actions = kept.stagedActionIds.slice(1).map((id: number) => kept.actionsById[id].action);
          writeFileSync(`${count}.actions.json`, JSON.stringify({
            payload: JSON.stringify(actions), preloadedState: JSON.stringify(kept.committedState),
          }, null, '\\t'));
          if (!existsSync(`${count}.reducible`)) continue;

          recomputed++;
          const other = lift();
          other.liftedStore.dispatch({ type: 'IMPORT_STATE', ...importInExtension(text, {} as any) });
          deepStrictEqual(other.liftedStore.getState().computedStates, kept.computedStates, `${count}: recomputed`);
          if (actions.length === 0) continue;
          other.liftedStore.dispatch(ActionCreators.toggleAction(1));
          writeFileSync(`${count}.skipped.json`, JSON.stringify(other.liftedStore.getState()));
        }
        console.log(`${count} ${recomputed}`);

        """

    private static func bundle(_ sources: String, in sandbox: Sandbox) throws -> Finished {
        try sandbox.write(script, to: "import.ts")
        try sandbox.write("export const Record = {};\n", to: "immutable.js")
        let packages = "\(sources)/redux-devtools/packages/redux-devtools-"
        return try sandbox.shell(
            """
            esbuild import.ts --bundle --platform=node --outfile=import.js --log-level=error \
            --alias:redux=\(sources)/redux/src/index.ts --alias:jsan=\(sources)/jsan/index.js \
            --alias:immutable=./immutable.js --alias:@redux-devtools/serialize=\(packages)serialize/src/index.ts \
            --alias:@redux-devtools/utils-import=\(packages)utils/src/importState.ts \
            --alias:@redux-devtools/instrument=\(packages)instrument/src/instrument.ts \
            --alias:@redux-devtools/extension-import=\(sources)/redux-devtools/extension/src/pageScript/api/importState.ts
            """)
    }

    @Test(
        .enabled(if: sources != nil, "TIMELINE_REDUX_DEVTOOLS names no folder with redux-devtools, redux and jsan"),
        .needs(.esbuild, .node))
    func theExtensionTakesWhatIsWrittenAndItsExportsAreRead() throws {
        let sandbox = try Sandbox()
        let bundled = try Self.bundle(try #require(Self.sources), in: sandbox)
        #expect(bundled == Finished(), "\(bundled)")
        let runs = Self.runs()
        for (number, run) in runs.enumerated() {
            try sandbox.write(Converting.export(run.text, ReduxDevToolsExporter()).text, to: "\(number).json")
            if run.isReducible { try sandbox.write("", to: "\(number).reducible") }
        }
        let imported = try sandbox.shell("node import.js")
        let reducible = runs.filter(\.isReducible)
        #expect(imported == Finished(output: "200 \(reducible.count)\n"), "\(imported)")
        #expect(reducible.count > 10)

        for (number, run) in runs.enumerated() {
            let (journal, losses) = try Self.load(sandbox.read("\(number).lifted.json"))
            #expect(losses == [])
            let (initialState, steps) = try ConvertedRun.steps(of: journal)
            #expect(initialState == run.initialState)
            #expect(steps == run.steps, "\(run.text)")
            let actions = try ConvertedRun.steps(of: Self.load(sandbox.read("\(number).actions.json")).journal)
            #expect(actions.initialState == run.initialState)
            #expect(actions.steps.map(\.change) == run.steps.map(\.change))
            guard run.isReducible, !run.steps.isEmpty else { continue }
            let skipped = try Self.load(sandbox.read("\(number).skipped.json"))
            #expect(skipped.losses == ["a timeline has no place for: skipped actions (1)"])
            let rest = try ConvertedRun.steps(of: skipped.journal).steps
            #expect(rest.map(\.change) == run.steps.dropFirst().map(\.change))
            #expect(rest.allSatisfy { $0.state != nil })
        }
    }

    // MARK: - Hostile files

    @Test func cutAndChangedFilesAreRefusedWithAPlaceOrMakeASoundTimeline() throws {
        var seed = Seed()
        print("changed Redux DevTools files: \(seed)")
        let run = (0..<50).map { _ in ConvertedRun(using: &seed) }.max { $0.steps.count < $1.steps.count }
        let lifted = try Converting.export(try #require(run).text, ReduxDevToolsExporter()).text
        let actions = #"{"payload":"[{\"type\":\"add\",\"payload\":{\"amount\":1}}]","preloadedState":"{\"count\":1}"}"#
        for text in [lifted, actions] {
            let outcome = try Converting.attack(text, count: 500, using: &seed, ReduxDevToolsReader.read)
            #expect(outcome.refused > 250 && outcome.read > 3, "\(outcome)")
        }
    }

    @Test func deepAndLargeFilesAreRefused() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: ForeignFileError("input", at: "byte 128", "values are nested more than 128 deep")) {
            try Self.load(deep)
        }
        // Also inside a text.
        #expect(
            throws: ForeignFileError(
                "input", at: "$.payload, inside the text, byte 128", "values are nested more than 128 deep")
        ) { try Self.load(#"{"payload":"\#(deep)"}"#) }
        let large = ForeignFile(name: "input", source: Large())
        #expect(throws: ForeignFileError.self) { try large.value() }
    }

    private struct Large: ByteSource {
        func read(at offset: Int, count: Int) -> [UInt8] { fatalError("a file that is too large is read") }
        func size() -> Int { ForeignFile.sizeLimit + 1 }
    }
}
