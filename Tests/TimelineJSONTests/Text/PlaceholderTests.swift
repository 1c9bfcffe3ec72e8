import Testing
@testable import TimelineJSON

struct SmokeTests {
    @Test func roundTrips() throws {
        let text = #"{"a":[1,2.50,-0,1e400,"\u00e9\n",null,true],"b":{}}"#
        #expect(try JSON(parsing: text).description == #"{"a":[1,2.50,-0,1e400,"é\n",null,true],"b":{}}"#)
    }
}
