import DiaryCore
import System

/// The folders beside a store through which it is encrypted or decrypted, and what a program that was
/// killed on the way has left of them.
///
/// The new store grows in `copy`. A file system that can't exchange the two in one step moves the old one to
/// `replaced`, the new one to its place, and the old one on to `copy`, from which it is removed. So where
/// the store is gone, the old one is taken back; and where `replaced` is there and no copy, the store is
/// the new one.
struct ConversionFolders {
  /// The store's own, where a link leads.
  let store: String
  /// Always the same, so that it is found, and beside the store, so that it is on its file system.
  let copy: String
  let replaced: String

  init(of root: String) {
    store = Path.resolved(Self.followed(root))
    let hidden = Path.join(Path.parent(store), ".\(Path.name(store)).photodiary-")
    (copy, replaced) = (hidden + "conversion", hidden + "replaced")
  }

  /// Where links lead, to nothing as well: the store may have been moved away.
  private static func followed(_ root: String) -> String {
    var path = root
    // As many as the system follows.
    for _ in 0..<40 {
      guard let target = Path.target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : Path.join(Path.parent(path), target)
    }
    return path
  }

  /// Puts the copy in the place of the store, and the store in the place of the copy.
  func exchange() throws(DiaryError) {
    do throws(ErrorNumber) {
      try FileSystem.exchange(copy, store)
    } catch .invalid, .notImplemented, .notSupported {
      return try exchangeInSteps()
    } catch {
      throw notExchangeable(error)
    }
    try FileSystem.sync(folder: Path.parent(store))
  }

  private func exchangeInSteps() throws(DiaryError) {
    do throws(ErrorNumber) { try FileSystem.replace(replaced, by: store) } catch {
      throw notExchangeable(error)
    }
    do throws(DiaryError) {
      // Else a power cut could leave the new name without the one that the old store has now.
      try FileSystem.sync(folder: Path.parent(store))
      do throws(ErrorNumber) { try FileSystem.replace(store, by: copy) } catch {
        throw notExchangeable(error)
      }
    } catch {
      try? FileSystem.rename(replaced, to: store)
      throw error
    }
    try FileSystem.sync(folder: Path.parent(store))
    finishExchange()
  }

  private func notExchangeable(_ error: ErrorNumber) -> DiaryError {
    .store(path: store, .notConverted(.notExchangeable(reason: error.words)))
  }

  /// Takes back a store that was moved away and not replaced. Waits for a program that is about to.
  func takeBack() throws(DiaryError) {
    guard FileSystem.ownStatus(of: replaced)?.isFolder == true else { return }
    let lock: FileLock
    do throws(DiaryError) {
      lock = try FileLock(StoreLayout(root: replaced).lock)
    } catch .store(_, .missing) {
      // That program has done it.
      return
    }
    guard lock.isInPlace, FileSystem.ownStatus(of: store) == nil else { return }
    try FileSystem.rename(replaced, to: store)
    try FileSystem.sync(folder: Path.parent(store))
  }

  /// Makes room for a conversion, and removes what another has left: it may hold all of the diary in clear.
  /// Where somebody has made another store while this one was away, all stays as it is.
  ///
  /// - Throws: `ConversionError.notExchangeable` in that case.
  func clear() throws(DiaryError) {
    finishExchange()
    guard FileSystem.ownStatus(of: replaced) == nil else { throw notExchangeable(.exists) }
    guard FileSystem.ownStatus(of: copy)?.isFolder == true else { return }
    // It goes with the value.
    _ = try StagedStore(at: copy)
    removeEmptyCopy()
  }

  /// Removes what is left of the copy's folder where a file that is open, as the lock's, keeps a name until it
  /// is closed: over a network.
  func removeEmptyCopy() { FileSystem.removeEmptyFolder(copy) }

  /// Moves the old store to where it is removed, if the new one is in its place.
  private func finishExchange() {
    guard FileSystem.ownStatus(of: replaced)?.isFolder == true,
      FileSystem.ownStatus(of: copy) == nil
    else { return }
    try? FileSystem.rename(replaced, to: copy)
  }
}

extension StoreLayout {
  /// Takes back a store that a program has moved away in order to encrypt or decrypt it, and was killed
  /// before the new one was in its place.
  package func takeBackReplaced() throws(DiaryError) {
    guard FileSystem.status(of: root) == nil else { return }
    try ConversionFolders(of: root).takeBack()
  }
}
