import DiaryCore
import DiaryKeys
import DiaryStore
import System

/// A diary that is encrypted on this machine, and what this machine keeps of its remotes.
extension SyncEngine {
  /// The keys that remotes have already, with the file that the recovery words open.
  package struct KnownKeys: Sendable {
    package let keyring: Keyring
    /// `nil` where it isn't kept here.
    package let recovery: [UInt8]?
  }

  /// The keys that the diary has for its remotes; `nil` while it has none.
  package func knownKeys() async throws(SyncError) -> KnownKeys? {
    do throws(SyncFailure) {
      guard let keyring = try await keys.local() else { return nil }
      return KnownKeys(
        keyring: keyring, recovery: keys.recovery(of: keyring.current))
    } catch {
      throw error.error
    }
  }

  /// Seals what this machine keeps of remotes, or removes it where it can be fetched again: the diary has
  /// been encrypted. Done again, it changes nothing.
  package func sealKept() {
    try? folder.convertMemories()
    FileSystem.unlink(folder.keyring)
    previewFolder.removePlain()
    for remote in folder.remotes { removeWork(of: remote.name) }
  }

  /// Brings what this machine keeps of remotes into clear: the diary has been decrypted.
  package func openKept(_ keyring: Keyring) async throws(SyncError) {
    do throws(SyncFailure) {
      try folder.convertMemories()
      previewFolder.removeAll()
      if folder.remotes.contains(where: { !$0.isPlain }) { try await keys.keep(keyring) }
    } catch {
      throw error.error
    }
  }

  /// Keeps the keys of a new epoch, with what its recovery words open, for remotes, too.
  package func keep(_ keyring: Keyring, under words: RecoveryWords) async throws(SyncError) {
    let devices = (try? await repository.knownDevices().filter(\.isGivenKeys).map(\.id)) ?? []
    try await begin(keyring, under: words, for: devices)
  }

  /// Begins an epoch, and tells the devices, if there are any.
  func begin(
    _ keyring: Keyring, under words: RecoveryWords, for devices: [ID<Device>],
    removing removed: Set<ID<Device>> = []
  ) async throws(SyncError) {
    do throws(SyncFailure) {
      // Others don't trust a key before they trust the device that tells of it, by the one that they have.
      if let known = try await keys.local(), !devices.isEmpty {
        try await SyncFailure.diary(await repository.introduceDevice(known.current))
      }
      try await keys.keep(keyring, under: words)
      try await keys.keep(keyring)
      guard !devices.isEmpty else { return }
      try await SyncFailure.diary(
        await repository.beginEpoch(keyring.current, for: devices, removing: removed))
    } catch {
      throw error.error
    }
  }

  /// Whether any remote holds the diary encrypted: what its recovery words open lies there for good.
  package var hasSealedRemotes: Bool { folder.remotes.contains { !$0.isPlain } }

  /// The names of the remotes that hold the diary in clear.
  package var plainRemotes: [String] { folder.remotes.filter(\.isPlain).map(\.name) }

  /// Whether another diary on this machine needs the device's key.
  package var sharesDevice: Bool {
    let all = Path.parent(folder.path)
    let others = ((try? System.FileSystem<SystemError>.names(in: all)) ?? []).filter {
      $0 != Path.name(folder.path)
    }
    return others.contains { FileSystem.exists(Path.join(all, $0, Path.name(folder.keyring))) }
  }
}
