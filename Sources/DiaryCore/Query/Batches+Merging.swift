// Batches of several places as those of one.
extension Batches {
  /// The same, with something else made of each.
  func mapping<Other>(_ change: @escaping @Sendable (Part) -> Other) -> Batches<Other> {
    Batches<Other> { [begin] in
      let next = begin()
      return { next()?.map(change) }
    }
  }

  /// Those of several, each of which is in an order, in that order. No more is read of any than is
  /// needed to tell what comes next.
  static func merged(
    _ all: [Self], by precedes: @escaping @Sendable (Part, Part) -> Bool
  ) -> Self {
    Self {
      var merging = Merging(all.map { $0.begin() }, precedes)
      return { merging.next() }
    }
  }

  /// Those that are left when some have been passed over, and no more than `limit`.
  func window(offset: Int, limit: Int?) -> Self {
    guard offset > 0 || limit != nil else { return self }
    return Self { [begin] in
      let next = begin()
      var (offset, limit) = (offset, limit ?? .max)
      return {
        while limit > 0, let batch = next() {
          let rest = batch.dropFirst(offset)
          offset -= batch.count - rest.count
          let part = rest.prefix(limit)
          limit -= part.count
          if !part.isEmpty { return Array(part) }
        }
        return nil
      }
    }
  }

  /// All of them at once, for what is waited for anyway.
  func collected() -> [Part] {
    let next = begin()
    var parts: [Part] = []
    while let batch = next() { parts += batch }
    return parts
  }
}

/// Takes what comes first, again and again, from several rows of batches.
private struct Merging<Part> {
  private let precedes: (Part, Part) -> Bool
  private let sources: [() -> [Part]?]
  private var waiting: [ArraySlice<Part>]
  private var isAtEnd: [Bool]

  init(_ sources: [() -> [Part]?], _ precedes: @escaping (Part, Part) -> Bool) {
    (self.sources, self.precedes) = (sources, precedes)
    waiting = sources.map { _ in [] }
    isAtEnd = sources.map { _ in false }
  }

  /// As many as can be told before another batch is needed.
  mutating func next() -> [Part]? {
    for index in sources.indices where waiting[index].isEmpty && !isAtEnd[index] {
      if let batch = sources[index]() {
        waiting[index] = batch[...]
      } else {
        isAtEnd[index] = true
      }
    }
    var merged: [Part] = []
    while let first = first, let part = waiting[first].popFirst() {
      merged.append(part)
      if waiting[first].isEmpty, !isAtEnd[first] { break }
    }
    return merged.isEmpty ? nil : merged
  }

  private var first: Int? {
    var found: (index: Int, part: Part)?
    for index in waiting.indices {
      guard let part = waiting[index].first else { continue }
      if found.map({ precedes(part, $0.part) }) ?? true { found = (index, part) }
    }
    return found?.index
  }
}

extension EntryTimeline {
  /// All entries as a query without a condition asks for them, by their dates, and of each what is wanted.
  func batches<Part>(
    _ query: EntryQuery, _ part: @escaping @Sendable (Entry) -> Part
  ) -> Batches<Part> {
    let offset = min(max(0, query.offset), count)
    let size = min(query.limit ?? .max, count - offset)
    let start = query.isAscending ? offset : count - offset - size
    return Batches {
      var rest = start..<start + size
      // The first ones come at once, the later ones with less ado.
      var batch = 128
      return {
        guard !rest.isEmpty else { return nil }
        let ranks = query.isAscending ? rest.prefix(batch) : rest.suffix(batch)
        rest = query.isAscending ? rest.dropFirst(batch) : rest.dropLast(batch)
        batch = min(2 * batch, 4096)
        let entries = entries(in: ranks)
        return (query.isAscending ? entries : entries.reversed()).map(part)
      }
    }
  }
}
