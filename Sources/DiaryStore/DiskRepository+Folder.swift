import DiaryCore
import System

extension DiskRepository {
  func currentTable() throws(DiaryError) -> EntryTable {
    try catchUp()
    return follower.table
  }

  func catchUp() throws(DiaryError) {
    // Whoever reads what is open needn't ask again; a save does.
    if !follower.isOpen {
      try checkFormat()
      try deviceFile.requireNotGone()
    }
    try requireSameForm()
    try follower.catchUp()
  }

  private func requireSameForm() throws(DiaryError) {
    if layout.cipher.isStale(layout) { throw .store(path: layout.root, .converted) }
  }

  /// Waits for the store's lock. The folder that it is in may have been exchanged for another meanwhile,
  /// by a program that encrypts the store.
  func storeLock() async throws(DiaryError) -> FileLock {
    while true {
      try layout.takeBackReplaced()
      let lock = try await FileLock.waiting(for: layout.lock)
      guard lock.isInPlace else { continue }
      try requireSameForm()
      try SparePieces(in: layout).adopt()
      return lock
    }
  }

  func checkFormat() throws(DiaryError) {
    try layout.takeBackReplaced()
    guard FileSystem.status(of: layout.root) != nil else { return }
    guard FileSystem.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  func makeStore() throws(DiaryError) {
    try checkFormat()
    try deviceFile.requireNotGone()
    for folder in [layout.root, layout.assets, layout.logs] {
      try FileSystem.makeFolders(folder)
    }
    // It says what the logs do.
    if let owner = follower.records.owner, FileSystem.status(of: layout.owner) == nil {
      try OwnerFile(layout: layout).write(owner.author, isNameChosen: owner.isNameChosen)
    }
    // Before the first line of this format: from now on version 0.1.0 leaves the diary alone.
    switch StoreFormat.state(of: layout) {
    case .missing: try StoreFormat.write(to: layout)
    case .said(let format) where format < StoreFormat.version: try StoreFormat.write(to: layout)
    case .said, .damaged: break
    }
  }

  /// - Throws: `StoreError.gone` when this machine saved something in the diary, and it isn't there.
  package nonisolated func requireNotGone() throws(DiaryError) { try deviceFile.requireNotGone() }

  /// Forgets that a diary was there, so that another one can begin in its place.
  package nonisolated func forgetGone() {
    deviceFile.removeMark()
    deviceFile.isCloning = false
  }

  /// Notes that the diary comes from a remote: nothing is written before its beginning is here. A mark stays:
  /// where nothing comes, the diary is as gone as before.
  package nonisolated func beginCloning() { deviceFile.isCloning = true }

  package nonisolated func endCloning() { deviceFile.isCloning = false }
}
