/// HTML that is being written. Names of elements and attributes are literals of the program, so that
/// what a person wrote can become text or the value of an attribute, and is escaped on the way there.
struct HTML {
  private(set) var bytes: [UInt8] = []

  /// An element and what is in it.
  mutating func element(
    _ name: StaticString, _ attributes: HTMLAttribute?..., content: (inout HTML) -> Void
  ) {
    open(name, attributes)
    content(&self)
    close(name)
  }

  /// An element with nothing but text in it.
  mutating func element(_ name: StaticString, _ attributes: HTMLAttribute?..., text: String) {
    open(name, attributes)
    self.text(text)
    close(name)
  }

  /// An element that never has anything in it, as `img`.
  mutating func void(_ name: StaticString, _ attributes: HTMLAttribute?...) {
    open(name, attributes)
  }

  mutating func text(_ text: String) { HTMLEscaping.append(text, to: &bytes) }

  /// What is HTML already.
  mutating func append(_ other: HTML) { bytes += other.bytes }

  /// A line end between elements, for those who read the source.
  mutating func line() { bytes.append(0x0A) }

  /// The beginning of a document in XML. Its elements are never void.
  mutating func declaration() {
    raw("<?xml")
    raw(" version=\"1.0\"?>\n")
  }

  /// The beginning of a document.
  mutating func documentType() { raw("<!DOCTYPE html>\n") }

  private mutating func open(_ name: StaticString, _ attributes: [HTMLAttribute?]) {
    raw("<")
    raw(name)
    for case .some(let attribute) in attributes {
      raw(" ")
      raw(attribute.name)
      guard let value = attribute.value else { continue }
      raw("=\"")
      HTMLEscaping.append(value, to: &bytes)
      raw("\"")
    }
    raw(">")
  }

  private mutating func close(_ name: StaticString) {
    raw("</")
    raw(name)
    raw(">")
  }

  private mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
