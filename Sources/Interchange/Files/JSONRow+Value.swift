import DiaryCore

extension JSONRows.Row {
  /// The row as a value; throws why it is none.
  var json: JSONValue {
    get throws(EntryFault) { try json(mendsSurrogates: false) }
  }

  /// The row as another program's value, and whether a character of it had to be mended: programs cut
  /// texts off in the middle of one.
  var foreignJSON: (value: JSONValue, isMended: Bool) {
    get throws(EntryFault) {
      do throws(EntryFault) {
        return (try json, false)
      } catch {
        guard case .notJSON = error else { throw error }
        return (try json(mendsSurrogates: true), true)
      }
    }
  }

  private func json(mendsSurrogates: Bool) throws(EntryFault) -> JSONValue {
    switch content {
    case .tooLong: throw .tooLong
    case .brokenArray: throw .brokenArray
    case .bytes(let bytes):
      do throws(JSONParser.Failure) {
        return try JSONParser.parse(bytes, mendsSurrogates: mendsSurrogates)
      } catch {
        if let byte = bytes.firstInvalidUTF8 { throw .notUTF8(byte: byte) }
        throw error.isTooDeep ? .tooDeep : .notJSON(byte: error.offset)
      }
    }
  }
}
