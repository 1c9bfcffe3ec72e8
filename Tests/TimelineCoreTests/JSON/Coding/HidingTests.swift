import Testing
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineKit

/// What is hidden while it is encoded.
struct HidingTests {
    private func hidden(_ paths: [String], in value: some Encodable) throws -> JSON {
        let patterns = try paths.map { try HidingPattern(parsing: $0) }
        return try JSONCoding.encode(value, hiding: HidingRules(patterns, pseudonym: Self.pseudonym)).value
    }

    /// With the order of the values themselves.
    private static func pseudonym(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string("•\(text)")
        case .number(let number) where number.text.hasPrefix("-"):
            .number(JSONNumber(unchecked: "-1\(number.text.dropFirst())"))
        case .number(let number): .number(JSONNumber(unchecked: "1\(number.text)"))
        default: preconditionFailure("\(value) has no pseudonym")
        }
    }

    private func hidden(_ paths: String..., in value: String) throws -> String {
        try hidden(paths, in: #require(Anything(JSON(parsing: value.utf8)))).description
    }

    @Test func aPathHidesTheSelectedValueAndAllBelowIt() throws {
        #expect(try hidden("$.a", in: #"{"a":1,"b":1}"#) == #"{"a":11,"b":1}"#)
        #expect(try hidden("$.a", in: #"{"a":[1,{"b":2}],"b":1}"#) == #"{"a":[11,{"b":12}],"b":1}"#)
        #expect(try hidden("$[*].b", in: #"[{"a":1,"b":2},{"b":[3]}]"#) == #"[{"a":1,"b":12},{"b":[13]}]"#)
        #expect(try hidden("$", in: #""x""#) == #""•x""#)
        #expect(try hidden("$.c", in: #"{"a":1}"#) == #"{"a":1}"#)
        #expect(try hidden("$..a", "$.b", in: #"{"a":{"a":1},"b":2,"c":3}"#) == #"{"a":{"a":11},"b":12,"c":3}"#)
        #expect(try hidden("$ .a [1, 'b' , *] ..c", in: #"{"a":[{"c":1},2]}"#) == #"{"a":[{"c":11},2]}"#)
        #expect(try hidden("$.*..[0]", in: #"{"a":[[1,2],3],"b":{"c":[4]}}"#) == #"{"a":[[11,12],3],"b":{"c":[14]}}"#)
        #expect(try hidden("$", in: #"[true,null,"",{}]"#) == #"[true,null,"",{}]"#)
    }

    @Test func aNameIsNotAnIndexAndIsComparedByItsScalars() throws {
        #expect(try hidden("$.a['0']", in: #"{"a":["x"]}"#) == #"{"a":["x"]}"#)
        #expect(try hidden("$.a[0]", in: #"{"a":{"0":"x"}}"#) == #"{"a":{"0":"x"}}"#)
        #expect(try hidden("$.é", in: #"{"e\#u{301}":1,"é":1}"#) == #"{"e\#u{301}":1,"é":11}"#)
        #expect(try hidden(#"$['\'"\u00e9\n\\']"#, in: #"{"'\"é\n\\":1}"#) == #"{"'\"é\n\\":11}"#)
        #expect(try hidden(#"$["'\"\ud83d\ude00"]"#, in: #"{"'\"😀":1}"#) == #"{"'\"😀":11}"#)
    }

    @Test func aTildeHidesNames() throws {
        #expect(try hidden("$.a~", in: #"{"a":{"b":{"c":1}},"d":2}"#) == #"{"a":{"•b":{"c":1}},"d":2}"#)
        #expect(try hidden("$.a~", "$.a", in: #"{"a":{"b":{"c":1}}}"#) == #"{"a":{"•b":{"c":11}}}"#)
        #expect(try hidden("$.a~", "$.a.b~", in: #"{"a":{"b":{"c":1}}}"#) == #"{"a":{"•b":{"•c":1}}}"#)
        #expect(try hidden("$.a~", in: #"{"a":["b"]}"#) == #"{"a":["b"]}"#)
        #expect(try hidden(["$~"], in: [2: 1]).description == #"{"•2":1}"#)
    }

    /// They have no order, so that the place of an element says nothing.
    @Test func anyIndexSelectsAllElementsOfASet() throws {
        struct Counts: Encodable {
            let counts: Set<Int>
            func encode(to encoder: any Encoder) throws { try counts.encode(to: encoder) }
        }
        #expect(try hidden(["$[7]"], in: Set([1, 2])) == [11, 12])
        #expect(try hidden(["$[7]"], in: Counts(counts: [1, 2])) == [11, 12])
        #expect(try hidden(["$[1].a"], in: [["b"]: ["a": 1, "b": 2]]) == [["b"], ["a": 11, "b": 2]])
        #expect(try hidden(["$[1]"], in: [1, 2]) == [1, 12])
    }

    @Test func aPathHidesTheSameInValuesThatAreEncodedInUncommonWays() throws {
        var seed = Seed()
        for _ in 0..<2 {
            let value = UnusualValues.random(using: &seed)
            let whole = try JSONCoding.encode(value).value
            for path in Self.paths(in: whole) {
                let pattern = "$" + path.map(\.pathSegment).joined()
                let expected = Self.hidden(path[...], in: whole)
                #expect(try hidden([pattern], in: value).description == expected.description, "\(seed): \(pattern)")
            }
        }
    }

    private static func paths(in value: JSON) -> [[String]] {
        [[]] + (value.object?.members ?? []).flatMap { member in paths(in: member.value).map { [member.key] + $0 } }
    }

    private static func hidden(_ path: ArraySlice<String>, in value: JSON) -> JSON {
        switch value {
        case .null, .bool, "": value
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let isOnPath = path.first.map { $0.isExactly(member.key) } ?? true
                        let value = isOnPath ? hidden(path.dropFirst(), in: member.value) : member.value
                        return .init(key: member.key, value: value)
                    }))
        default:
            if !path.isEmpty {
                value
            } else if case .array(let elements) = value {
                .array(elements.map { hidden([], in: $0) })
            } else {
                pseudonym(value)
            }
        }
    }

    /// Names that become one are merged, as those of a type that encodes a name twice are.
    @Test func nothingRemainsWhereAllIsHiddenAndPseudonymsAreEqual() throws {
        var seed = Seed()
        let patterns = try ["$..*", "$..*~", "$~"].map { try HidingPattern(parsing: $0) }
        for _ in 0..<20 {
            let value = UnusualValues.random(using: &seed)
            let text = try JSONCoding.encode(value, hiding: HidingRules(patterns) { _ in "•" })
            let words = text.value.description.split { "{}[]:,".contains($0) }
            #expect(Set(words).subtracting([#""•""#, #""""#, "null", "true", "false"]) == [], "\(seed)")
        }
    }

    @Test(arguments: [
        ("", "column 1: expected $, the root, found the end"), ("a", #"column 1: expected $, the root, found "a""#),
        ("~", "column 1: expected $, the root, found the end"), ("$.", "column 3: expected a name or *, found the end"),
        ("$.a ", "column 4: expected a segment or the end, found a space"),
        ("$.a[", "column 5: expected a name in quotes, an index or *, found the end"),
        ("$['a'", "column 6: expected a comma or ], found the end"),
        ("$['a", "column 5: expected a closing ', found the end"),
        (#"$["\x"]"#, #"column 4: this escape is unknown here; there are \" \\ \/ \b \f \n \r \t and \uXXXX"#),
        (#"$['\"']"#, #"column 4: this escape is unknown here; there are \' \\ \/ \b \f \n \r \t and \uXXXX"#),
        ("$[01]", "column 3: this is no index"), ("$[99999999999999999999]", "column 3: this is no index"),
        ("$[?@.a].b", "column 3: a recorder hides no path with a filter; `timeline redact` does"),
        ("$[1:2]", "column 4: a recorder hides no path with a slice; `timeline redact` does"),
        ("$[:2]", "column 3: a recorder hides no path with a slice; `timeline redact` does"),
        ("$[-1]", "column 3: a recorder hides no path with a negative index; `timeline redact` does"),
    ])
    func aPathThatCannotBeFollowedIsRefused(path: String, reason: String) {
        #expect(throws: HidingPatternError(path: path, reason: reason)) { try HidingPattern(parsing: path) }
    }
}
