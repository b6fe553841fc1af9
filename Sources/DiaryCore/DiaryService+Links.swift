/// The date and title of an entry that a link begins in or leads to.
package struct LinkedEntry: Hashable, Sendable {
  package let id: ID<Entry>
  package let date: EntryDate
  /// The displayed title, cut if it is very long.
  package let title: String

  /// In characters.
  private static let maxTitleLength = 300

  init(_ entry: Entry) {
    let title = entry.displayTitle
    let cut = title.prefix(Self.maxTitleLength)
    (id, date) = (entry.id, entry.date)
    self.title = cut.endIndex == title.endIndex ? title : cut + "…"
  }
}

/// The target of a link in an entry's text.
package enum LinkTarget: Hashable, Sendable {
  case entry(LinkedEntry)
  /// A day, which may have no entries.
  case day(CalendarDay)
  /// A deleted entry.
  case trashed(LinkedEntry)
  case missing

  /// The entry, unless it is deleted.
  package var entry: LinkedEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }

  /// `true` if the link leads nowhere.
  package var isBroken: Bool {
    switch self {
    case .entry, .day: false
    case .trashed, .missing: true
    }
  }
}

/// A link from one entry to another.
package struct DiaryLink: Hashable, Sendable {
  package let source: LinkedEntry
  /// The text between the brackets.
  package let name: String
  /// The line around the link.
  private let context: EntryLink.Context
  package var target: LinkTarget

  fileprivate init(
    _ link: EntryLink.Occurrence, in entry: Entry, _ source: LinkedEntry, to target: LinkTarget
  ) {
    self.source = source
    name = link.name
    context = EntryLink.Context(of: link, in: entry.content)
    self.target = target
  }

  /// The sentence that contains the link, safe for a terminal.
  package var sentence: String { context.sentence }
}

extension LinkedEntry {
  package var json: JSONValue {
    [
      "id": .string(id.description), "date": .string(date.description), "title": .string(title),
    ]
  }
}

extension DiaryLink {
  /// The link as one object that always has every key.
  package var json: JSONValue {
    let (state, to, day): (String, LinkedEntry?, CalendarDay?) =
      switch target {
      case .entry(let entry): ("entry", entry, nil)
      case .day(let day): ("day", nil, day)
      case .trashed(let entry): ("trash", entry, nil)
      case .missing: ("missing", nil, nil)
      }
    return [
      "from": source.json, "link": .string(name), "sentence": .string(sentence),
      "state": .string(state), "to": to?.json ?? .null, "day": .optional(day?.description),
    ]
  }
}

// MARK: - Targets

extension DiaryService {
  /// Returns the target of `[[name]]`: the entry whose ID begins as the link says, or else the
  /// newest one with exactly its title, or else the day that it names, or else a deleted entry.
  ///
  /// - Throws: an error if the diary can't be read.
  package nonisolated func target(ofLink name: String) async throws -> LinkTarget {
    let (title, id) = EntryLink.parts(of: name)
    let identified = if let id { try await entry(linkedBy: id) } else { Entry?.none }
    if let identified, !identified.isTrashed { return .entry(LinkedEntry(identified)) }
    if let entry = try await newestEntry(titled: title) { return .entry(LinkedEntry(entry)) }
    if let day = CalendarDay(title) { return .day(day) }
    let trashed =
      if let identified { identified } else { try await trash().first { $0.isTitled(title) } }
    return trashed.map { .trashed(LinkedEntry($0)) } ?? .missing
  }

  /// Returns the only entry whose ID begins with these digits, even from the trash, unless it is
  /// hidden.
  private func entry(linkedBy id: String) async throws -> Entry? {
    do { return try await entry(withPrefix: id) } catch let error as DiaryError {
      switch error {
      case .noSuchEntry, .ambiguousID, .hiddenEntry: return nil
      default: throw error
      }
    }
  }

  /// Returns the newest entry with exactly this title, except `other`.
  ///
  /// - Parameter day: the first day to search; by default all are searched.
  private nonisolated func newestEntry(
    titled title: String, from day: CalendarDay? = nil, besides other: ID<Entry>? = nil
  ) async throws -> Entry? {
    guard !title.isEmpty else { return nil }
    let text = EntryPredicate.text(SearchPhrase(title, isExact: true))
    let query = EntryQuery(day.map { .and([.from($0), text]) } ?? text)
    // Comments and photos don't count, so the query isn't resolved.
    for await entries in try await repository.batches(query) {
      if let entry = entries.first(where: { $0.id != other && $0.isTitled(title) }) {
        return entry
      }
    }
    return nil
  }
}

extension Entry {
  fileprivate func isTitled(_ title: String) -> Bool {
    displayTitle == title || self.title == title
  }
}

// MARK: - Sources

/// The entries with links, by the titles and IDs in these, so that the links to an entry are found
/// without reading others. Entries are only added: those found may have changed since.
struct LinkSources: Sendable {
  /// By hashes, because titles may be long.
  private var entries: [Int: [EntrySortKey]] = [:]

  mutating func add(_ entry: Entry) {
    for key in Set(EntryLink.all(in: entry.content).flatMap { Self.keys(ofLink: $0.name) }) {
      entries[key, default: []].append(entry.sortKey)
    }
  }

  mutating func add(_ other: LinkSources) {
    entries.merge(other.entries, uniquingKeysWith: +)
  }

  /// Returns the entries that may link to an entry with these titles, newest first.
  func sources(to id: ID<Entry>, titled titles: Set<String>) -> [ID<Entry>] {
    let keys = titles.map(Self.key(ofTitle:)) + [Self.key(ofID: id.description)]
    let found = Set(keys.flatMap { entries[$0] ?? [] }.filter { $0.id != id })
    // An entry whose date has changed has several sort keys.
    var seen: Set<ID<Entry>> = []
    return found.sorted(by: >).map(\.id).filter { seen.insert($0).inserted }
  }

  private static func keys(ofLink name: String) -> [Int] {
    let (title, id) = EntryLink.parts(of: name)
    return [key(ofTitle: title)] + (id.map { [key(ofID: $0)] } ?? [])
  }

  private static func key(ofTitle title: String) -> Int { title.hashValue }

  private static func key(ofID digits: String) -> Int {
    let start = digits.lowercased().filter { $0 != "-" }.prefix(EntryLink.minIDLength)
    return "\(EntryLink.divider)\(start)".hashValue
  }
}

extension DiaryService {
  /// Adds changed entries to the known links, if these have been needed.
  func recordLinks(_ changes: [DiaryChange]) {
    guard linkScan != nil else { return }
    for change in changes where change.comment == nil { knownLinks.add(change.entry) }
  }

  /// Returns the entries with links, including hidden ones. The first call reads them.
  private func linkSources() async throws -> LinkSources {
    if linkScan == nil { knownLinks = LinkSources() }
    let scan = linkScan ?? Task { knownLinks.add(try await readLinks()) }
    linkScan = scan
    do { try await scan.value } catch {
      linkScan = nil
      throw error
    }
    return knownLinks
  }
}

extension DiaryService {
  /// Reads all entries with links. Other requests don't wait for it.
  private nonisolated func readLinks() async throws -> LinkSources {
    var found = LinkSources()
    var query = EntryQuery(.withLinks)
    query.includesHidden = true
    for await entries in try await batches(query) {
      for entry in entries { found.add(entry) }
      // The pages turned in the meantime don't wait, even on a single processor.
      await Task.yield()
    }
    return found
  }
}

// MARK: - Links of an entry

extension DiaryService {
  /// Returns the links in an entry in the order of its text, each name once.
  ///
  /// - Throws: an error if the diary can't be read.
  package nonisolated func links(from entry: Entry) async throws -> [DiaryLink] {
    var seen: Set<String> = []
    var links: [DiaryLink] = []
    let source = LinkedEntry(entry)
    for link in EntryLink.all(in: entry.content) where seen.insert(link.name).inserted {
      let target = try await target(ofLink: link.name)
      links.append(DiaryLink(link, in: entry, source, to: target))
    }
    return links
  }

  /// Returns the first link of each entry that links to an entry, the newest entry first. Entries
  /// in hidden journals are left out.
  ///
  /// - Parameter limit: the most links to return.
  /// - Throws: an error if the diary can't be read.
  package nonisolated func links(to entry: Entry, limit: Int = .max) async throws -> [DiaryLink] {
    guard !entry.isTrashed else { return [] }
    let target = LinkedEntry(entry)
    let titles = entry.linkTitles
    let digits = entry.id.description
    func leadsHere(_ name: String) async throws -> Bool {
      let (title, id) = EntryLink.parts(of: name)
      if let id, digits.hasPrefix(id.lowercased().filter { $0 != "-" }) || titles.contains(title) {
        let identified = try await self.entry(linkedBy: id)
        if let identified, !identified.isTrashed { return identified.id == entry.id }
      }
      guard titles.contains(title) else { return false }
      // Only newer entries with the title would get the link. Their local days may be earlier.
      let day = entry.date.day.adding(days: -2)
      return try await newestEntry(titled: title, from: day)?.id == entry.id
    }
    var rest = try await linkSources().sources(to: entry.id, titled: titles)[...]
    var known: [String: Bool] = [:]
    var links: [DiaryLink] = []
    while links.count < limit, !rest.isEmpty, !Task.isCancelled {
      let batch = try await visibleEntries(ids: Array(rest.prefix(Self.linkBatch)))
      rest = rest.dropFirst(Self.linkBatch)
      for source in batch where !source.isTrashed {
        for link in EntryLink.all(in: source.content) {
          let answer = known[link.name]
          let leads = if let answer { answer } else { try await leadsHere(link.name) }
          known[link.name] = leads
          guard leads else { continue }
          links.append(DiaryLink(link, in: source, LinkedEntry(source), to: .entry(target)))
          break
        }
      }
    }
    return Array(links.prefix(limit))
  }

  /// The number of entries to read at a time.
  private static let linkBatch = 64

  /// Returns all links in the diary, the newest entries first and each name once for an entry.
  /// Reads every entry if there are any.
  ///
  /// - Throws: an error if the diary can't be read.
  package nonisolated func allLinks() async throws -> [DiaryLink] {
    var links: [DiaryLink] = []
    for await entries in try await batches(EntryQuery(.withLinks)) {
      for entry in entries {
        let source = LinkedEntry(entry)
        var seen: Set<String> = []
        for link in EntryLink.all(in: entry.content) where seen.insert(link.name).inserted {
          links.append(DiaryLink(link, in: entry, source, to: .missing))
        }
      }
    }
    guard !links.isEmpty else { return [] }
    let targets = try await targets(ofLinks: Set(links.map(\.name)))
    for index in links.indices { links[index].target = targets[links[index].name] ?? .missing }
    return links
  }

  /// Returns the entries that contain links or that links lead to.
  ///
  /// - Throws: an error if the diary can't be read.
  package nonisolated func linkedEntries() async throws -> Set<ID<Entry>> {
    var ids: Set<ID<Entry>> = []
    var names: Set<String> = []
    for await entries in try await batches(EntryQuery(.withLinks)) {
      for entry in entries {
        let links = EntryLink.all(in: entry.content)
        if !links.isEmpty { ids.insert(entry.id) }
        names.formUnion(links.map(\.name))
      }
    }
    if !names.isEmpty {
      ids.formUnion(try await targets(ofLinks: names).values.compactMap(\.entry?.id))
    }
    return ids
  }

  /// Returns the targets of many links, as `target(ofLink:)` does, but reads the diary only once.
  private nonisolated func targets(
    ofLinks names: Set<String>
  ) async throws -> [String: LinkTarget] {
    var targets: [String: LinkTarget] = [:]
    var titles: [String: LinkTarget] = [:]
    for name in names {
      let (title, id) = EntryLink.parts(of: name)
      if let id, let entry = try await entry(linkedBy: id) {
        targets[name] = entry.isTrashed ? .trashed(LinkedEntry(entry)) : .entry(LinkedEntry(entry))
      }
      if targets[name]?.isBroken != false { titles[title] = .missing }
    }
    for await entries in try await batches(EntryQuery()) {
      for entry in entries {
        for title in entry.linkTitles where titles[title] == .missing {
          titles[title] = .entry(LinkedEntry(entry))
        }
      }
    }
    for entry in try await trash() {
      for title in entry.linkTitles where titles[title] == .missing {
        titles[title] = .trashed(LinkedEntry(entry))
      }
    }
    for name in names where targets[name]?.isBroken != false {
      let title = EntryLink.parts(of: name).title
      let titled = titles[title] ?? .missing
      if !titled.isBroken {
        targets[name] = titled
      } else if let day = CalendarDay(title) {
        targets[name] = .day(day)
      } else {
        targets[name] = targets[name] ?? titled
      }
    }
    return targets
  }
}

extension Entry {
  /// The titles by which links name the entry.
  fileprivate var linkTitles: Set<String> { fields.linkTitles }
}

extension EntryFields {
  fileprivate var linkTitles: Set<String> {
    Set([displayTitle, String(title.trimmed)].compactMap(\.self).filter { !$0.isEmpty })
  }
}

// MARK: - Renaming

/// The result of adjusting links to a renamed entry.
package struct RenamedLinks: Hashable, Sendable {
  package var changes: [EntryChange] = []
  /// The number of changed entries that aren't hidden.
  package var count = 0
  /// The titles of other authors' entries, whose links still have the old title.
  package var refused: [String] = []
}

extension DiaryService {
  /// Rewrites the links to an entry after its title has changed. Links that led to another entry
  /// with the old title stay as they are, as do those in deleted entries and in the entry itself.
  ///
  /// - Parameter old: the fields of the entry before the change.
  /// - Throws: an error if the diary can't be read or written.
  package nonisolated func renameLinks(to entry: Entry, from old: EntryFields) async throws
    -> RenamedLinks
  {
    guard old.displayTitle != entry.fields.displayTitle, !entry.isTrashed else {
      return RenamedLinks()
    }
    let titles = old.linkTitles
    let labels = titles.map(EntryLink.readable)
    let sources = try await linkSources().sources(to: entry.id, titled: titles)
    guard !sources.isEmpty else { return RenamedLinks() }
    let place = EntrySortKey(date: old.date.instant, created: entry.created, id: entry.id)
    var ledHere: Set<String> = []
    for title in titles {
      let other = try await newestEntry(titled: title, besides: entry.id)
      if other.map({ $0.sortKey < place }) ?? true { ledHere.insert(title) }
    }
    let isUnique = try await newestEntry(titled: entry.displayTitle, besides: entry.id) == nil
    let new = EntryLink.text(to: entry, isUnique: isUnique)
    // A link with an ID leads to the entry anyway; its words follow the title unless they are
    // other words, or the beginning of a text without a title.
    let labeled =
      old.title.isBlank || entry.title.isBlank
      ? nil : EntryLink.text(entry.displayTitle, to: entry.id)
    let hidden = try await hiddenJournals()
    let own = try await author().id
    var result = RenamedLinks()
    var names: [ID<Entry>: [String: String?]] = [:]
    for source in try await entries(ids: sources) where !source.isTrashed {
      var targets: [String: String?] = [:]
      for link in EntryLink.all(in: source.content) where targets[link.name] == nil {
        let (title, id) = EntryLink.parts(of: link.name)
        guard titles.contains(title) || labels.contains(title) else { continue }
        if let id, id != title {
          // A link to another entry stays, even if that isn't here or is hidden.
          let isThis = try await self.entry(linkedBy: id)?.id == entry.id
          targets[link.name] = isThis ? labeled : .some(nil)
        } else {
          targets[link.name] = ledHere.contains(title) ? new : .some(nil)
        }
      }
      let text = EntryLink.replaced(in: source.content) { targets[$0] ?? nil }
      guard !text.isExactly(source.content) else { continue }
      if source.isWritten(by: own) {
        names[source.id] = targets
      } else if !hidden.contains(source) {
        result.refused.append(source.displayTitle)
      }
    }
    guard !names.isEmpty else { return result }
    let ids = sources.filter { names[$0] != nil }
    // The text may have changed since it was read.
    result.changes = try await rewrite(ids) { source in
      var fields = source.fields
      if let targets = names[source.id] {
        fields.content = EntryLink.replaced(in: fields.content) { targets[$0] ?? nil }
      }
      return fields
    }.changes
    result.count = result.changes.count { !hidden.contains($0.after) }
    return result
  }
}
