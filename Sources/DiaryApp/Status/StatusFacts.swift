import DiaryCore
import TerminalUI
import Words

extension DiaryStatus {
  /// What is known of the diary, as a person reads it: names and values. Times are those of the
  /// clocks here, as `local` tells them.
  package func facts(_ local: (Timestamp) -> EntryDate) -> [(name: String, value: String)] {
    var facts = [(localized("state"), state.words)]
    let place = path ?? localized("in memory")
    facts.append(
      (localized("store"), format.map { localized("\(place) (format \($0))") } ?? place))
    if let author {
      facts.append((localized("author"), "\(author.name) (\(author.id))"))
    } else if problem == nil {
      facts.append((localized("author"), localized("none yet; created with the first entry")))
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
      let date = local(saved)
      facts.append((localized("last saved"), "\(date.day) \(date.clock)"))
    }
    return facts
  }
}
