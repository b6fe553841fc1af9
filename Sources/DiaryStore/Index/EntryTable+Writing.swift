import DiaryCore
import Localization

extension EntryTable {
  /// Writes every current entry, oldest first; those of spooled lines, which are sorted, as they say.
  func write(
    to writer: inout IndexWriter, with spooled: SpooledLines = .none
  ) throws(DiaryError) {
    let newer = Set(spooled.lines.map(\.order.id))
    let lines = spooled.lines.enumerated().map { index, line in
      Added(order: line.order, baseRank: base?.rank(of: line.order) ?? 0, spooled: index)
    }
    let kept = newer.isEmpty ? added : added.filter { !newer.contains($0.order.id) }
    let all = kept.merged(with: lines) { $0.order < $1.order }
    let replaced = newer.compactMap { changed[$0] == nil ? base?.rank(of: $0) : nil }
    var rest = all[...]
    var hiddenRest = hidden.merged(with: replaced.sorted(), by: <)[...]
    func write(_ added: Added, to writer: inout IndexWriter) throws(DiaryError) {
      if let index = added.spooled {
        let line = spooled.lines[index]
        try writer.add(line.order.id, line: spooled.bytes(of: line), line.traits)
      } else if let state = changed[added.order.id] {
        try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
      }
    }
    let variants = Set(base?.ranks(of: .variants) ?? [])
    let pinned = Set(base?.ranks(of: .pinned) ?? [])
    func copy(_ rank: Int, of file: IndexFile, to writer: inout IndexWriter) throws(DiaryError) {
      while let next = rest.first, next.baseRank <= rank {
        try write(next, to: &writer)
        rest = rest.dropFirst()
      }
      if hiddenRest.first == rank {
        hiddenRest = hiddenRest.dropFirst()
        return
      }
      // The line is copied as it is.
      guard let line = file.line(rank), let id = IndexFile.id(in: line) else {
        throw .store(path: "index.json", .damaged(localized("it doesn't match what was written")))
      }
      var traits: IndexTraits = []
      if variants.contains(rank) { traits.insert(.variants) }
      if pinned.contains(rank) { traits.insert(.pinned) }
      try writer.add(id, line: line, traits)
    }
    if let base {
      for (file, ranks) in base.file.inParts {
        for rank in ranks { try copy(rank, of: file, to: &writer) }
      }
    }
    for next in rest { try write(next, to: &writer) }
  }
}
