extension String {
  /// What a photo, or a file beside it, calls a place, on one line that is safe for a terminal; `nil` if
  /// nothing is left of it.
  package var tidiedPlace: String? {
    let text = String(printable.trimmed)
    return text.isEmpty ? nil : text
  }
}
