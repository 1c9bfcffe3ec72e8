import Testing

@testable import TimelineKit

struct HMACSHA256Tests {
    private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    private func hash(_ bytes: some Sequence<UInt8>) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hex(hash.finalize())
    }

    /// The examples of FIPS 180-2, appendix B, and the empty message of NIST's validation suite.
    @Test func hashesMatchTheStandard() {
        #expect(hash([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hash("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func aMessageMayBeHashedInParts() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300] {
            for cut in 0...length {
                var pieces = SHA256()
                pieces.update(message[..<cut])
                pieces.update(message[cut..<length])
                #expect(hex(pieces.finalize()) == hash(message[..<length]), "\(length) bytes cut at \(cut)")
            }
        }
    }

    /// RFC 4231, section 4: the HMAC-SHA-256 of its cases 1, 6 and 7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func authenticationCodesMatchTheStandard(key: [UInt8], message: [UInt8], expected: String) {
        #expect(hex(HMACSHA256(key: key).code(for: message)) == expected)
    }
}
