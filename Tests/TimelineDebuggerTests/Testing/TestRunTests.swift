import Testing
import TimelineKit
import TimelineTestPrograms
import TimelineTesting

struct TestRunTests {
    private static let program = TimelineTestPrograms.CounterProgram(isFixed: false)

    @Test(arguments: [
        "{}", "5", "nonsense", "[5]", #"["uuid"]"#, "[{}]", #"[{"uuid":"9C56","date":1}]"#, #"[{"uuid":"9C56"},null]"#,
    ])
    func generatedValuesOfAnotherFormAreAnError(_ values: String) {
        var run = TestRun(Self.program)
        let error = #expect(throws: TestRunError.self) { try run.reduce(.add(amount: 1), values: values) }
        #expect(error?.description == "the generated values should be an array of objects with one member: \(values)")
        #expect(run.state == Counter(count: 0))
    }

    @Test func generatedValuesAreObjectsWithOneMember() throws {
        var run = TestRun(Self.program)
        try run.reduce(json: #"{"add":{"amount":1}}"#, values: #"[{"uuid":"9C56"},{"date":1}]"#)
        try run.reduce(.add(amount: 1), values: "[]")
        #expect(run.state == Counter(count: 2))
    }

    @Test func aBrokenInvariantIsAnIssueWithTheStateAndTheNumberOfTheAction() async throws {
        let issues = try await issues {
            var run = TestRun(Self.program)
            try run.expect(keeps: "count is never negative")
            run.reduce(.add(amount: -3))
            try run.expect(keeps: "count is never negative")
            let error = #expect(throws: TestRunError.self) { try run.expect(keeps: "no") }
            #expect(error?.description == "the program \"counter\" has no invariant \"no\"")
        }
        #expect(issues == ["\"count is never negative\" is broken after action 1:\n{\"count\":-3}"])
    }

    @Test func whatWasAskedForIsAwaitedUntilItComesOrAStateIsSet() async throws {
        var run = TestRun(TwoAtOnce(limit: .steps(3)))
        #expect(try run.keeps("more than two"))
        run.reduce(.add(amount: -1))
        #expect(try !run.keeps("more than two"))
        run.reduce(.add(amount: 9))
        #expect(try run.keeps("more than two"))
        run.reduce(.add(amount: -9))
        try run.set(json: #"{"count":0}"#)
        #expect(try run.keeps("more than two"))
    }

    @Test func aBadChangeIsAnIssueWithWhatItsConditionReads() async throws {
        let falls = "$.after.count < $.before.count && $.action.add.amount != -2"
        let issues = try await issues {
            var run = TestRun(Self.program)
            try run.expect(notChange: falls)
            run.reduce(.add(amount: -2))
            try run.expect(notChange: falls)
            run.reduce(.add(amount: -3))
            try run.expect(notChange: falls)
            try run.set(json: #"{"count":-9}"#)
            try run.expect(notChange: falls)
        }
        let values = "$.action.add.amount is -3\n$.after.count is -5\n$.before.count is -2"
        #expect(issues == ["\(falls) is true:\n\(values)"])
    }
}
