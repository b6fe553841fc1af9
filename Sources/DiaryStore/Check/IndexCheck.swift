import DiaryCore

/// Checks that the index says what the logs say, up to the bytes that it was made from.
struct IndexCheck {
  let layout: StoreLayout

  private static let name = "index.json"

  func run(_ report: (Finding) -> Void) throws(DiaryError) {
    // It can be made again at any time, so a missing one is no fault.
    guard SystemCalls.information(layout.index) != nil else { return }
    guard let file = try? MappedFile(layout.index), let index = IndexFile(file) else {
      report(Finding(.unreadableIndex, Self.name))
      return
    }
    let sizes = Dictionary(
      uniqueKeysWithValues: try LogReader(layout: layout).logs().map { ($0.name, $0.end.size) })
    var isShort = false
    for (name, position) in index.logs.sorted(by: { $0.key < $1.key })
    where (sizes[name] ?? 0) < position.offset {
      report(Finding(.shortLog, "log/\(name)"))
      isShort = true
    }
    // Of an index that has more than the logs there is nothing to compare.
    guard !isShort, let scan = try compared(index, report) else { return }
    if Set(scan.trash) != Set(index.trash()) || scan.clock > index.clock {
      report(Finding(.wrongIndex, Self.name))
    }
  }

  /// Goes through the entries of both. `nil` when they differ, which has been reported.
  private func compared(
    _ index: IndexFile, _ report: (Finding) -> Void
  ) throws(DiaryError) -> LogScan? {
    let scan = try LogScan(layout: layout, upTo: index.logs.mapValues(\.offset))
    guard scan.current.count == index.count else {
      report(Finding(.wrongIndex, Self.name))
      return nil
    }
    var lines = LineSource(layout: layout)
    for (rank, current) in scan.current.enumerated() {
      guard let state = try lines.state(of: current), let line = index.line(rank),
        line.elementsEqual(state.indexLine), index.rank(of: state.entry.id) == rank
      else {
        report(Finding(.wrongIndex, Self.name, line: rank + 2, entry: current.entry))
        return nil
      }
    }
    return scan
  }
}
