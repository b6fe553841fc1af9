import DiaryCore

extension JSONRows.Row {
  /// The row as a value; throws why it is none.
  var json: JSONValue {
    get throws(EntryFault) {
      switch content {
      case .tooLong: throw .tooLong
      case .brokenArray: throw .brokenArray
      case .bytes(let bytes):
        do throws(JSONParser.Failure) {
          return try JSONParser.parse(bytes)
        } catch {
          if let byte = bytes.firstInvalidUTF8 { throw .notUTF8(byte: byte) }
          throw error.isTooDeep ? .tooDeep : .notJSON(byte: error.offset)
        }
      }
    }
  }
}
