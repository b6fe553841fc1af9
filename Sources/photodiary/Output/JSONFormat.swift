import DiaryCore

/// JSON on standard output. `JSONWriter` escapes what a terminal could take for a command.
enum JSONFormat {
  /// One object, indented.
  static func object(_ value: JSONValue, to output: inout Output) throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(value)
    try output.bytes(writer.bytes)
    try output.line()
  }

  /// One array, an element a line.
  static func array(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    try output.text("[")
    var isFirst = true
    for value in values {
      try output.text(isFirst ? "\n" : ",\n")
      isFirst = false
      try output.bytes(JSONWriter.bytes(value))
    }
    try output.text(isFirst ? "]\n" : "\n]\n")
  }

  /// Objects, one a line.
  static func lines(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    for value in values {
      try output.bytes(JSONWriter.bytes(value))
      try output.line()
    }
  }
}
