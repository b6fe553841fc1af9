import DiaryCore
import TerminalUI

extension DiaryStatus {
  /// What is known of the diary, as a person reads it: names of at most eight columns, and values.
  package var facts: [(name: String, value: String)] {
    var facts = [("state", state.words)]
    facts.append(("store", (path ?? "in memory") + (format.map { " (format \($0))" } ?? "")))
    if let author {
      facts.append(("author", "\(author.name) (\(author.id))"))
    } else if problem == nil {
      facts.append(("author", "nobody yet; the first entry makes one"))
    }
    if let device { facts.append(("device", device.description)) }
    if let entries { facts.append(("entries", CountWords.grouped(entries))) }
    if let trashed { facts.append(("trash", CountWords.grouped(trashed))) }
    if let assets { facts.append(("photos", CountWords.grouped(assets))) }
    if let size { facts.append(("size", CountWords.bytes(size))) }
    if let saved {
      facts.append(("saved", "\(saved.description.prefix(16).replacing("T", with: " ")) UTC"))
    }
    return facts
  }
}
