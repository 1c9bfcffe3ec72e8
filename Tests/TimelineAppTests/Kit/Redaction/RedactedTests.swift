import Foundation
import Testing
import TimelineKit

struct RedactedTests {
    private struct User: Codable, Equatable, Hashable, Sendable {
        var name = "Bob"
        @Redacted var email = "bob@example.com"
        @Redacted var phone: String?
        @Redacted var born = Date(timeIntervalSinceReferenceDate: 0.5)
    }

    private enum Action: Codable, Equatable { case signedIn(email: Redacted<String>) }

    private final class Account: Codable {
        @Redacted var password = "sesame"
    }

    @Test func itIsEncodedAndDecodedAsTheValue() throws {
        let user = User()
        let text = try JSONCoding.encode(user)
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == #"{"born":0.5,"email":"bob@example.com","name":"Bob","phone":null}"#)
        #expect(try JSONCoding.decode(User.self, from: text) == user)
        let action = Action.signedIn(email: Redacted("bob"))
        #expect(try JSONCoding.encode(action).value == ["signedIn": ["email": "bob"]])
        #expect(try JSONCoding.decode(Action.self, from: JSONCoding.encode(action)) == action)
        // The same as Foundation's coders, which do not redact.
        let list = try PropertyListEncoder().encode(user)
        #expect(try PropertyListDecoder().decode(User.self, from: list) == user)
    }

    @Test func aMissingKeyDecodesAsNil() throws {
        let text = JSONText(unchecked: #"{"name":"Bob","email":"e","born":0}"#.utf8)
        #expect(try JSONCoding.decode(User.self, from: text).phone == nil)
    }

    @Test func equalityAndHashAreThoseOfTheValue() {
        var other = User()
        #expect(other == User() && other.hashValue == User().hashValue)
        other.email = "eve@example.com"
        #expect(other != User())
    }

    @Test func noDescriptionOrMirrorShowsTheValue() {
        let user = User(phone: "+1 (555) 0100")
        #expect("\(Redacted(1))" == "redacted")
        #expect("\(user)" == #"User(name: "Bob", _email: redacted, _phone: redacted, _born: redacted)"#)
        #expect("\(Action.signedIn(email: Redacted("bob")))" == "signedIn(email: redacted)")
        #expect(String(reflecting: Action.signedIn(email: Redacted("bob"))).hasSuffix("signedIn(email: redacted)"))
        #expect("\([Redacted("bob")]) \(["a": Redacted("bob")])" == #"[redacted] ["a": redacted]"#)
        #expect("\(Optional(Redacted("bob")) as Any)" == "Optional(redacted)")
        var dumped = ""
        dump([user], to: &dumped)
        dump(Account(), to: &dumped)
        dump(Redacted(User()), to: &dumped)
        #expect(!dumped.contains("bob") && !dumped.contains("(555)") && !dumped.contains("sesame"))
        #expect(Mirror(reflecting: Redacted(user)).children.isEmpty)
    }

    @Test func aDecodingErrorDoesNotQuoteTheValue() {
        struct Small: Codable { @Redacted var number: UInt8 }
        let error = #expect(throws: JSONCodingError.self) {
            try JSONCoding.decode(Small.self, from: JSONText(unchecked: #"{"number":31337}"#.utf8))
        }
        #expect(error?.description == "$.number: a redacted value is not what its type reads")
    }
}
