/// Texts from strangers, made fit to be shown.
enum PrintableText {
  /// Unicode without control characters, 100 characters at most; nil when nothing is left.
  static func make(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes.prefix(4096)), as: UTF8.self)
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.lazy.filter(isShown).prefix(while: { $0 != "\0" })
    where kept.count < 100 && (!kept.isEmpty || scalar != " ") {
      kept.append(scalar)
    }
    while kept.last == " " { kept.removeLast() }
    return kept.isEmpty ? nil : String(kept)
  }

  /// Neither a control character nor one that turns the direction of what follows it.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      scalar == "\u{200D}"
    default: true
    }
  }
}
