import DiaryCore
import TerminalUI
import Words

extension DiaryStatus {
  /// What is known of the diary, as a person reads it: names of at most eight columns, and values.
  package var facts: [(name: String, value: String)] {
    var facts = [(localized("state"), state.words)]
    let place = path ?? localized("in memory")
    facts.append(
      (localized("store"), format.map { localized("\(place) (format \($0))") } ?? place))
    if let author {
      facts.append((localized("author"), "\(author.name) (\(author.id))"))
    } else if problem == nil {
      facts.append((localized("author"), localized("nobody yet; the first entry makes one")))
    }
    if let device { facts.append((localized("device"), device.description)) }
    if let entries { facts.append((localized("entries"), CountWords.grouped(entries))) }
    if let trashed { facts.append((localized("trash"), CountWords.grouped(trashed))) }
    if let photos { facts.append((localized("photos"), CountWords.grouped(photos))) }
    if let attachments, attachments > 0 {
      facts.append((localized("attached"), CountWords.grouped(attachments)))
    }
    if let size { facts.append((localized("size"), CountWords.bytes(size))) }
    if let saved {
      facts.append(
        (localized("saved"), "\(saved.description.prefix(16).replacing("T", with: " ")) UTC"))
    }
    return facts
  }
}
