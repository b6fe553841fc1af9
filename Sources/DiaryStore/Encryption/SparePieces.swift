import DiaryCore
import System

/// The files that wait beside the logs of a store for lines.
package struct SparePieces {
  let layout: StoreLayout

  package init(in layout: StoreLayout) { self.layout = layout }

  /// One of them.
  private struct Found {
    let place: SparePiece.Place
    let log: LogFile
    /// Those in its folder.
    let names: [String]
  }

  /// Makes pieces of those that have the lines of a save, and removes what nobody can use any more. Whoever
  /// does holds the store's lock.
  func adopt() throws(DiaryError) {
    for found in try all() { try adopt(found) }
  }

  /// Does so before anything is read, if that is needed. While another program has the lock, what waits is
  /// that one's; and what can't be written shows all but the save that was under way when the power went.
  package func adoptIfFree() {
    guard let all = try? all(), all.contains(where: { hasLines($0.place, of: $0.log) }),
      let lock = try? FileLock(ifFree: layout.lock)
    else { return }
    try? adopt()
    _ = consume lock
  }

  private func all() throws(DiaryError) -> [Found] {
    guard layout.isEncrypted, layout.cipher.keyring != nil else { return [] }
    return try LogReader(layout: layout).folders().flatMap { device, names in
      names.compactMap { SparePiece.Place($0) }.map {
        Found(place: $0, log: layout.log("\(device)/\($0.log)"), names: names)
      }
    }
  }

  private func path(of place: SparePiece.Place, _ log: LogFile) -> String {
    Path.join(Path.parent(log.path), place.name)
  }

  /// Whether there is more than what every file begins with.
  private func hasLines(_ place: SparePiece.Place, of log: LogFile) -> Bool {
    let size = FileSystem.ownStatus(of: path(of: place, log))?.size ?? 0
    return size > layout.storedSize(of: 0)
  }

  private func adopt(_ found: Found) throws(DiaryError) {
    let (place, log) = (found.place, found.log)
    let path = path(of: place, log)
    if !hasLines(place, of: log) {
      // A program that is open may be about to use it.
      if place == SparePiece.Place(atEndOf: EncryptedLog(log, among: found.names), log) { return }
      try FileSystem.remove(path)
    } else if place == SparePiece.Place(atEndOf: EncryptedLog(log), log),
      let bytes = wholeLines(path)
    {
      let piece = LogPiece(
        log: place.log, version: place.version, range: place.start..<place.start + bytes.count,
        mark: TailChecksum.of(bytes))
      try FileSystem.rename(path, to: EncryptedLog.path(of: piece, of: log))
    } else {
      // Of a save that wasn't told to be done; but that can't be proved.
      _ = try Quarantine(layout: layout).move(layout.relative(path))
    }
    try FileSystem.sync(folder: Path.parent(path))
  }

  /// What a file holds; `nil` if it was cut off while it was written.
  private func wholeLines(_ path: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard (try? layout.forEachPiece(of: path) { bytes += $0 }) != nil, bytes.last == 0x0A else {
      return nil
    }
    return bytes
  }
}
