internal import TimelineKit

enum StateText {
    static func encode(_ state: some Encodable, _ encoding: RealEncoding) throws(RealEncoding.Error) -> [UInt8] {
        Array((try encoding.encode(state, as: .state).value.prettyText + "\n").utf8)
    }

    static func decode<State: Decodable>(_ text: [UInt8], _ file: String) throws(HotReloadProblem) -> State {
        let remedy = "The state is unchanged; save the file again."
        if text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            throw HotReloadProblem(.badText, "\(file) is empty. \(remedy)")
        }
        do throws(JSONError) { _ = try JSON(parsing: text) } catch {
            throw HotReloadProblem(
                .badText, "\(file), \(TextPosition(byteOffset: error.byte, in: text)): \(error.reason). \(remedy)")
        }
        do throws(JSONCodingError) { return try JSONCoding.decode(State.self, from: JSONText(unchecked: text)) } catch {
            let position = TextPosition(of: error.location, in: text)
            throw HotReloadProblem(.badText, "\(file), \(position), at \(error.path): \(error.reason). \(remedy)")
        }
    }
}
