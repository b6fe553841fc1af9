import Localization

/// An attachment in words.
package enum AttachmentWords {
  /// `▤ harbour.mov · film, 12 MB`; safe for a terminal.
  package static func line(_ attachment: Attachment) -> String {
    "\(title(attachment)) · \(kindAndSize(attachment))"
  }

  /// `film, 12 MB`
  package static func kindAndSize(_ attachment: Attachment) -> String {
    let size = attachment.size.map { [CountWords.bytes($0)] } ?? []
    return ([kind(of: attachment.type)] + size).joined(separator: ", ")
  }

  /// `▤ harbour.mov`
  package static func title(_ attachment: Attachment) -> String { "▤ \(attachment.name.printable)" }

  private static func kind(of type: MediaType) -> String {
    if type.isFilm { return localized("film") }
    if type.isRecording { return localized("recording") }
    return type.isPDF ? "PDF" : localized("file")
  }
}
