import Testing
import TimelineTestSupport

@testable import TimelineKit

/// The texts of JSONTestSuite.
struct ParsingSuiteTests {
    private static let folder = "json-test-suite/test_parsing"

    private func accepts(_ file: String) throws -> Bool {
        (try? JSON(parsing: try Suite.bytes("\(Self.folder)/\(file)"))) != nil
    }

    /// RFC 8259, section 4, allows repeated keys. Parsers differ in which member counts, so this one refuses them.
    private static let duplicates = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    @Test(.enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"))
    func validTextsAreAcceptedUnlessAKeyIsRepeated() throws {
        let files = try Suite.files(in: Self.folder).filter { $0.hasPrefix("y_") }
        #expect(files.count == 95)
        for file in files where !Self.duplicates.contains(file) { #expect(try accepts(file), "\(file)") }
        for file in Self.duplicates {
            #expect(throws: JSONError(byte: 9, .duplicate(key: "a")), "\(file)") {
                try JSON(parsing: try Suite.bytes("\(Self.folder)/\(file)"))
            }
        }
    }

    @Test(.enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"))
    func invalidTextsAreRefused() throws {
        let files = try Suite.files(in: Self.folder).filter { $0.hasPrefix("n_") }
        #expect(files.count == 188)
        for file in files { #expect(try !accepts(file), "\(file)") }
    }

    /// The decisions on what RFC 8259 leaves open.
    private static let open: [(accepts: Bool, why: String, files: [String])] = [
        (
            true, "a number keeps its text, so none is too large or too small",
            [
                "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp",
                "number_pos_double_huge_exp", "number_real_neg_overflow", "number_real_pos_overflow",
                "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
                "number_very_big_negative_int",
            ]
        ),
        (
            false, "half a surrogate pair is not a character, and no Swift string holds it",
            [
                "object_key_lone_2nd_surrogate", "string_1st_surrogate_but_2nd_missing",
                "string_1st_valid_surrogate_2nd_invalid", "string_incomplete_surrogate_and_escape_valid",
                "string_incomplete_surrogate_pair", "string_incomplete_surrogates_escape_valid",
                "string_invalid_lonely_surrogate", "string_invalid_surrogate",
                "string_inverted_surrogates_U+1D11E", "string_lone_second_surrogate",
            ]
        ),
        (
            false, "the bytes are not UTF-8, and a repair would lose them",
            [
                "string_UTF-8_invalid_sequence", "string_UTF8_surrogate_U+D800", "string_invalid_utf-8",
                "string_iso_latin_1", "string_lone_utf8_continuation_byte", "string_not_in_unicode_range",
                "string_overlong_sequence_2_bytes", "string_overlong_sequence_6_bytes",
                "string_overlong_sequence_6_bytes_null", "string_truncated-utf-8",
            ]
        ),
        (
            false, "RFC 8259 allows only UTF-8 without a byte order mark",
            [
                "string_UTF-16LE_with_BOM", "string_utf16BE_no_BOM", "string_utf16LE_no_BOM",
                "structure_UTF-8_BOM_empty_object",
            ]
        ),
        (false, "values are nested at most 128 deep", ["structure_500_nested_arrays"]),
    ]

    @Test(.enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"))
    func textsThatTheStandardLeavesOpenAreDecided() throws {
        let files = try Suite.files(in: Self.folder).filter { $0.hasPrefix("i_") }
        #expect(files == Self.open.flatMap(\.files).map { "i_\($0).json" }.sorted())
        for (accepted, why, names) in Self.open {
            for name in names { #expect(try accepts("i_\(name).json") == accepted, "\(name): \(why)") }
        }
    }
}
