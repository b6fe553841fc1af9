import Localization

/// An attachment in words.
package enum AttachmentWords {
  /// `▶ harbour.mov 0:42 · film, 12 MB`; safe for a terminal.
  ///
  /// - Parameter milliseconds: How long it is, if that is known.
  package static func line(_ attachment: Attachment, milliseconds: Int? = nil) -> String {
    "\(title(attachment, milliseconds: milliseconds)) · \(kindAndSize(attachment))"
  }

  /// `film, 12 MB`
  package static func kindAndSize(_ attachment: Attachment) -> String {
    let size = attachment.size.map { [CountWords.bytes($0)] } ?? []
    return ([kind(of: attachment.type)] + size).joined(separator: ", ")
  }

  /// `▶ harbour.mov 0:42`, `♪ memo.ogg 1:23`, `▤ map.pdf`
  package static func title(_ attachment: Attachment, milliseconds: Int? = nil) -> String {
    let length = milliseconds.map { " " + LengthWords.clock(milliseconds: $0) } ?? ""
    return "\(sign(of: attachment.type)) \(attachment.name.printable)\(length)"
  }

  /// `▶ 1 film`, `♪ 2 recordings`, `▤ 1 attachment`: those of an entry that no photo stands for.
  package static func counts(_ entry: Entry) -> [String] {
    guard !entry.attachments.isEmpty else { return [] }
    let (films, recordings) = (
      entry.films.count, entry.attachments.count(where: \.type.isRecording)
    )
    let others = entry.attachments.count { !$0.type.isFilm && !$0.type.isRecording }
    return [
      films > 0 ? "▶ " + CountWords.films(films) : nil,
      recordings > 0 ? "♪ " + CountWords.recordings(recordings) : nil,
      others > 0 ? "▤ " + CountWords.attachments(others) : nil,
    ].compactMap(\.self)
  }

  /// What stands before the name of a photo or another file.
  package static func sign(of type: MediaType) -> String {
    if type.isFilm { return "▶" }
    if type.isPhoto { return "▣" }
    return type.isRecording ? "♪" : "▤"
  }

  package static func kind(of type: MediaType) -> String {
    if type.isFilm { return localized("film") }
    if type.isRecording { return localized("recording") }
    return type.isPDF ? "PDF" : localized("file")
  }
}
