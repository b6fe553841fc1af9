/// One way to the key of a file: how it is wrapped, for whom, and the key as it is wrapped.
struct AgeStanza {
  /// The first is the name of the way.
  let arguments: [String]
  let body: [UInt8]

  var name: String { arguments.first ?? "" }

  /// As it stands in a header, of a body that fits on a line.
  var text: String {
    "-> \(arguments.joined(separator: " "))\n\(Base64.text(body))\n"
  }
}
