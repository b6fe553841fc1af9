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
          throw .notJSON(byte: error.offset)
        }
      }
    }
  }
}

extension [UInt8] {
  /// Where the first byte stands that is not part of a well-formed character.
  var firstInvalidUTF8: Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = makeIterator()
    var position = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): position += scalar.count
      case .emptyInput: return nil
      case .error: return position
      }
    }
  }
}
