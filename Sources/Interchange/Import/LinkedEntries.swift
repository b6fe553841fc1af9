import DiaryCore

/// The target of a link in another program's text.
enum LinkTarget: Hashable, Sendable {
  case entry(ID<Entry>)
  /// The entry of that title, where the program names no other.
  case title(String)
  /// An entry that isn't in the import.
  case missing
}

/// The links from a text of another program to its entries, as links of this diary.
struct LinkedEntries {
  private(set) var targets: [LinkTarget] = []

  mutating func record(_ target: LinkTarget) { targets.append(target) }

  /// A text with this diary's links. `target` returns `nil` for links that lead elsewhere.
  mutating func replaced(
    in text: String, by target: (MarkdownImages.Image) -> LinkTarget?
  ) -> String {
    MarkdownImages.replaced(in: text, kind: .links) { link in
      guard let target = target(link) else { return nil }
      record(target)
      switch target {
      case .entry(let id): return EntryLink.text(Self.label(of: link), to: id)
      case .title(let title): return EntryLink.opening + title + EntryLink.closing
      case .missing: return nil
      }
    }
  }

  /// The words of a link that a reader sees.
  static func label(of link: MarkdownImages.Image) -> String {
    guard link.words.isBlank else { return PlainMarkdown.words(link.words) }
    return switch link.target {
    case .address(let address): address.percentDecoded ?? address
    case .name(let name): name
    }
  }
}

/// The links of all entries of an import.
struct ImportedLinks {
  private var counts: [LinkTarget: Int] = [:]
  private var titles: Set<String> = []

  mutating func add(_ read: ReadEntry) {
    titles.insert(read.entry.title)
    for target in read.links { counts[target, default: 0] += 1 }
  }

  /// The number of links that lead to no entry, neither of `known` nor of the diary.
  func unresolved(
    among known: [ID<Entry>: Int], in service: DiaryService
  ) async throws(DiaryError) -> Int {
    var others: [ID<Entry>: Int] = [:]
    var count = 0
    for (target, number) in counts {
      switch target {
      case .entry(let id): if known[id] == nil { others[id] = number }
      case .title(let title): if !titles.contains(title) { count += number }
      case .missing: count += number
      }
    }
    for entry in try await service.entries(ids: Array(others.keys)) { others[entry.id] = nil }
    return others.values.reduce(count, +)
  }
}
