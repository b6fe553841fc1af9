import Text

/// Numbers with their nouns: `1 photo`, `1,204 photos`, `사진 1,204장`.
package enum CountText {
  package static func entries(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) entry", other: "\(count) entries")
  }

  package static func photos(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) photo", other: "\(count) photos")
  }

  package static func videos(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) video", other: "\(count) videos")
  }

  package static func recordings(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) recording", other: "\(count) recordings")
  }

  /// `12 photos, 2 videos, 1 recording`: omits kinds without any.
  package static func media(photos: Int, videos: Int, recordings: Int = 0) -> String {
    let others = [
      videos > 0 ? Self.videos(videos) : nil, recordings > 0 ? Self.recordings(recordings) : nil,
    ].compactMap(\.self)
    return (photos > 0 || others.isEmpty ? [Self.photos(photos)] + others : others)
      .joined(separator: ", ")
  }

  /// Counts files by the types of their names.
  package static func media(ofFiles paths: [String]) -> String {
    let types = paths.map { MediaType(ofFileNamed: $0) }
    let (videos, recordings) = (types.count(where: \.isVideo), types.count(where: \.isRecording))
    return media(
      photos: types.count - videos - recordings, videos: videos, recordings: recordings)
  }

  package static func attachments(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) attachment", other: "\(count) attachments")
  }

  /// `2 new`, for entries and comments by others.
  package static func new(_ number: Int) -> String {
    localized(id: "news.count", "\(grouped(number)) new")
  }

  package static func comments(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) comment", other: "\(count) comments")
  }

  /// Photos and attachments.
  package static func files(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) file", other: "\(count) files")
  }

  /// `340 of 1,204 entries`
  package static func entries(_ number: Int, of all: Int) -> String {
    let (count, total) = (grouped(number), grouped(all))
    return localized(
      counting: all, one: "\(count) of \(total) entry",
      other: "\(count) of \(total) entries")
  }

  /// `340 of 1,204 photos`
  package static func photos(_ number: Int, of all: Int) -> String {
    let (count, total) = (grouped(number), grouped(all))
    return localized(
      counting: all, one: "\(count) of \(total) photo",
      other: "\(count) of \(total) photos")
  }

  package static func versions(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) version", other: "\(count) versions")
  }

  package static func tags(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) tag", other: "\(count) tags")
  }

  package static func places(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) place", other: "\(count) places")
  }

  package static func trips(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) trip", other: "\(count) trips")
  }

  package static func groups(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) group", other: "\(count) groups")
  }

  package static func drafts(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) draft", other: "\(count) drafts")
  }

  package static func days(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) day", other: "\(count) days")
  }

  package static func journals(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) journal", other: "\(count) journals")
  }

  package static func commands(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) command", other: "\(count) commands")
  }

  package static func lines(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) line", other: "\(count) lines")
  }

  /// Saved states of entries, and decisions about journals and devices.
  package static func changes(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) change", other: "\(count) changes")
  }

  /// `213 words`, or the number of characters where the language counts these; `nil` for an empty
  /// text.
  package static func length(_ length: TextLength) -> String? {
    guard length.count > 0 else { return nil }
    let count = grouped(length.count)
    return localized(counting: length.count, one: "\(count) word", other: "\(count) words")
  }

  /// `640 bytes`, `1.2 MB`, `12 MB`
  package static func bytes(_ number: Int) -> String {
    guard number >= 1000 else {
      return localized(counting: number, one: "\(number) byte", other: "\(number) bytes")
    }
    func rounded(_ number: Int, by divisor: Int) -> Int { (number + divisor / 2) / divisor }
    var units = ["kB", "MB", "GB", "TB"][...]
    var size = 1000
    while units.count > 1, rounded(number, by: size) >= 1000 {
      units = units.dropFirst()
      size *= 1000
    }
    let tenths = rounded(number, by: size / 10)
    let amount =
      tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : grouped(rounded(number, by: size))
    return "\(amount) \(units[units.startIndex])"
  }

  /// `1,204`
  package static func grouped(_ number: Int) -> String {
    var digits = Array(String(abs(number)))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }
}

extension Entry {
  /// The text next to a title if the entry has several versions or isn't shared; usually empty.
  package var badge: String {
    [
      heads.count > 1 ? CountText.versions(heads.count) : nil,
      isUnshared ? localized("not shared") : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// The number of photos, such as `▣ 3`; of other files in an entry without photos: `♪ 1`. Empty
  /// without either.
  package var fileCount: String {
    if !photos.isEmpty { return "▣ \(photos.count)" }
    guard let first = attachments.first else { return "" }
    return "\(AttachmentText.icon(of: first.type)) \(attachments.count)"
  }
}

// MARK: - AttachmentText

/// Descriptions of attachments.
package enum AttachmentText {
  /// `▶ harbour.mov 0:42 · video, 12 MB`; safe for a terminal.
  ///
  /// - Parameter milliseconds: The duration, if known.
  package static func line(_ attachment: Attachment, milliseconds: Int? = nil) -> String {
    "\(title(attachment, milliseconds: milliseconds)) · \(kindAndSize(attachment))"
  }

  /// `video, 12 MB`
  package static func kindAndSize(_ attachment: Attachment) -> String {
    let size = attachment.size.map { [CountText.bytes($0)] } ?? []
    return ([kind(of: attachment.type)] + size).joined(separator: ", ")
  }

  /// `▶ harbour.mov 0:42`, `♪ memo.ogg 1:23`, `▤ map.pdf`
  package static func title(_ attachment: Attachment, milliseconds: Int? = nil) -> String {
    let length = milliseconds.map { " " + DurationText.clock(milliseconds: $0) } ?? ""
    return "\(icon(of: attachment.type)) \(attachment.name.printable)\(length)"
  }

  /// `▶ 1 video`, `♪ 2 recordings`, `▤ 1 attachment`; excludes the videos of Live Photos.
  package static func counts(_ entry: Entry) -> [String] {
    guard !entry.attachments.isEmpty else { return [] }
    let (videos, recordings) = (
      entry.videos.count, entry.attachments.count(where: \.type.isRecording)
    )
    let others = entry.attachments.count { !$0.type.isVideo && !$0.type.isRecording }
    return [
      videos > 0 ? "▶ " + CountText.videos(videos) : nil,
      recordings > 0 ? "♪ " + CountText.recordings(recordings) : nil,
      others > 0 ? "▤ " + CountText.attachments(others) : nil,
    ].compactMap(\.self)
  }

  /// Returns the icon before a file's name.
  package static func icon(of type: MediaType) -> String {
    if type.isVideo { return "▶" }
    if type.isPhoto { return "▣" }
    return type.isRecording ? "♪" : "▤"
  }

  package static func kind(of type: MediaType) -> String {
    if type.isVideo { return localized("video") }
    if type.isRecording { return localized("recording") }
    return type.isPDF ? "PDF" : localized("file")
  }
}

// MARK: - DurationText

/// Durations of videos and recordings.
package enum DurationText {
  /// `0:42`, `1:02:03`
  package static func clock(milliseconds: Int) -> String {
    let seconds = (max(0, milliseconds) + 500) / 1000
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }
}
