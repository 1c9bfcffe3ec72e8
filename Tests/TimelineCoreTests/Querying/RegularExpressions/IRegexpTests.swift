import Testing

@testable import TimelineKit
@testable import TimelineReplay

struct IRegexpTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("ab|cd", "cd", true), ("a|", "", true),
        ("(ab|c)*d", "abcabd", true), ("a+", "", false), ("a?b", "b", true), ("a?b", "aab", false),
        ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{2,}", "a", false),
        ("a{0,2}", "", true), ("a{1,2}", "aaa", false), ("a{0}", "", true), ("a{0}", "a", false),
        ("(a{2}){2}", "aaaa", true),
        ("(a*)*b", "aab", true), ("(){5}a", "a", true), ("(a|b|c){3}", "cab", true), ("(a?){3}", "aa", true),
        (".", "\n", false), (".", "\r", false), (".", "\u{2028}", true), (".", "😀", true), (".", "e\u{301}", false),
        ("[a-c]", "b", true), ("[^a-c]", "b", false), ("[^a-c]", "\n", true), ("[-a]", "-", true), ("[a-]", "-", true),
        ("[a-c-]", "-", true), ("[.]", "x", false), ("[\\]\\-]", "]", true), ("[\\n-\\r]", "\u{B}", true),
        ("[$^]", "^", true),
        ("\\p{Lu}", "Ж", true), ("\\p{L}", "ж", true), ("\\P{L}", "1", true), ("[\\p{Nd}x]", "٣", true),
        ("[^\\P{Lu}]", "A", true), ("\\p{Zs}", " ", true), ("\\p{Cn}", "\u{378}", true), ("\\p{So}", "☺", true),
        ("\\.\\*\\\\", ".*\\", true), ("\\n\\r\\t", "\n\r\t", true), ("é", "e\u{301}", false), ("^a$", "a", true),
        ("a^b", "a^b", false), ("\\^", "^", true), ("[$]", "$", true), ("&/:;<=>@_`~#%", "&/:;<=>@_`~#%", true),
    ])
    func anExpressionMatchesAWholeText(pattern: String, text: String, fits: Bool) throws {
        #expect(try IRegexp(parsing: pattern).matches(text, wholly: true) == fits)
    }

    @Test(arguments: [
        ("b", "abc", true), ("", "abc", true), ("^b", "abc", false), ("c$", "abc", true), ("b$", "abc", false),
        ("^$", "", true), ("^$", "a", false), ("a.c|x", "zzabc", true), ("(ab){2}", "xababx", true),
        ("d", "abc", false),
        ("aab", "aaab", true), ("a{3}", "aabaa", false),
    ])
    func anExpressionIsFoundInAText(pattern: String, text: String, found: Bool) throws {
        #expect(try IRegexp(parsing: pattern).matches(text, wholly: false) == found)
    }

    @Test(arguments: [
        "(", ")", "a)", "(a", "*", "a**", "a+?", "?", "[", "]", "[]", "[^]", "[a", "[b-a]", "[a-b-c]", "[a-\\p{L}]",
        "[[a]]",
        "{", "}", "a{", "a{}", "a{,2}", "a{2,1}", "a{x}", "a{1", "\\", "\\d", "\\w", "\\$",
        "\\u0041",
        "\\p", "\\p{}", "\\p{Lx}", "\\p{Cs}", "\\p{Letter}", "\\p{L", "(?:a)", "a{99999999999999999999}(",
    ])
    func otherTextsAreInvalid(pattern: String) {
        #expect(throws: RegularExpressionError.invalid) { try IRegexp(parsing: pattern) }
    }

    @Test(arguments: [
        "a{10000}", "a{10001}", "(a{101}){100}", "((((a{99}){99}){99}){99}){99}", "a{99999999999999999999}",
        "a{0,20000}",
        "(a?){99999999999999999999,}", String(repeating: "(", count: 100_000),
    ])
    func anExpressionThatIsTooLargeIsNotInvalid(pattern: String) {
        #expect(throws: RegularExpressionError.tooLarge) { try IRegexp(parsing: pattern) }
    }

    @Test func hostileExpressionsTakeLinearTime() throws {
        let text = String(repeating: "a", count: 2_000)
        #expect(try !IRegexp(parsing: "(a*)*(a*)*(a|aa)*b").matches(text, wholly: true))
        #expect(try !IRegexp(parsing: "(a|a)*(a?){50}b").matches(text, wholly: false))
        #expect(try IRegexp(parsing: "((((){9999}){9999}){9999}){9999}").matches("", wholly: true))
    }
}
