import TestHarness

extension Finished {
    /// The answer for step 3 of `Recorded.run`, which every predicate finds.
    static func found(_ why: String, _ search: String, _ evidence: String, _ course: String) -> Finished {
        Finished(
            output: """
                Step 3 turned the state bad: \(why).

                  when    0.300 s after the start, step 3 of 8
                  action  add {"amount":-10}
                  from    effect, caused by step 2

                What it changed:
                    $.count  6 → -4

                \(search)
                \(evidence)
                \(course)

                Look closer:
                  timeline state run.jsonl 2
                  timeline replay run.jsonl --from 0 --to 3

                """)
    }
}
