import Text

/// Syncs the diary between devices through remotes. An error of one remote is part of its result
/// and doesn't prevent other work. Saves never wait for a sync.
///
/// Decisions about people are saved here and sent by the next sync. Removing a device or a person,
/// or changing a role, receives from all remotes first, so that what they had sent stays visible.
package protocol DiarySyncing: Sendable {
  /// Returns what this device knows of remotes and other devices. Quick: contacts no remote.
  func state() async -> SyncState

  /// Syncs with remotes, one after the other. Stops when the task is canceled, and keeps what was
  /// done by then.
  ///
  /// - Parameters:
  ///   - remotes: the remotes' names; `nil` for all.
  ///   - isDryRun: `true` to find out only what would be sent and received.
  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult]

  /// Adds a remote and sends the diary to it. A remote that already contains this diary is joined.
  /// Adding one again returns recovery words that haven't been seen yet.
  ///
  /// - Throws: `MessageError` if the remote can't be used.
  func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AddedRemote

  /// Forgets a remote. Files there are kept.
  ///
  /// - Throws: `MessageError` if there is no such remote, or the change can't be saved.
  func remove(remote name: String) async throws(MessageError)

  /// Changes which photos from a remote are kept on this device, from its next sync on. Photos that
  /// are already here are kept.
  ///
  /// - Throws: `MessageError` if there is no such remote, or the change can't be saved.
  func setPhotoPolicy(_ photos: PhotoPolicy, of remote: String) async throws(MessageError)

  /// Renames a device.
  ///
  /// - Throws: `MessageError` if there is no such device, or the change can't be saved.
  func rename(device: ID<Device>, to name: String) async throws(MessageError)

  /// Removes a device: creates a new key that it doesn't get, and accepts nothing more from it.
  ///
  /// - Parameter isOffline: `true` to continue without the remotes that can't be reached.
  /// - Returns: The six recovery words for the new key, separated by spaces.
  /// - Throws: `MessageError` if a remote can't be reached, or the user may not remove the device.
  func remove(device: ID<Device>, isOffline: Bool) async throws(MessageError) -> String?

  /// Approves a person who wants to join a shared diary.
  ///
  /// - Throws: `MessageError` if there is no such request, or this user isn't an owner.
  func approve(_ id: AuthorID) async throws(MessageError)

  /// Removes a person from the diary, or refuses a person who wants to join. The last owner can't
  /// be removed.
  ///
  /// - Throws: `MessageError` if that isn't allowed, or a remote can't be reached and `isOffline`
  ///   is `false`.
  func remove(_ id: AuthorID, isOffline: Bool) async throws(MessageError)

  /// Changes a person's role. The last owner must remain an owner.
  ///
  /// - Throws: `MessageError` if that isn't allowed, or a remote can't be reached and `isOffline`
  ///   is `false`.
  func change(_ id: AuthorID, to role: PersonRole, isOffline: Bool) async throws(MessageError)

  /// Records that the user has seen the recovery words. Until then they are kept, in case the
  /// program is stopped before it shows them.
  func recordRecoveryWordsSeen() async

  /// Waits until a remote may have something new, at most `seconds`. Returns `false` after that
  /// time if no remote has notified this device.
  func wait(seconds: Int) async -> Bool
}

/// The photos and attachments of other devices that this device keeps, in addition to those it was
/// asked to fetch.
package enum PhotoPolicy: String, CaseIterable, Hashable, Sendable {
  /// All files.
  case all
  /// Only previews.
  case small
  case none
}

extension PhotoPolicy {
  /// The next policy, cyclically.
  package var next: PhotoPolicy {
    switch self {
    case .all: .small
    case .small: .none
    case .none: .all
    }
  }

  /// Returns a line about what the remote provides from now on.
  package func confirmation(for remote: String) -> String {
    switch self {
    case .all: localized("Photos from other devices now come from \(remote) in full.")
    case .small: localized("Photos from other devices now come from \(remote) as previews.")
    case .none: localized("Photos from other devices no longer come from \(remote).")
    }
  }
}

/// A remote to add.
package struct NewRemote: Hashable, Sendable {
  /// The user's name for it.
  package var name: String
  package var address: String
  /// `true` to store files without encryption.
  package var isPlain: Bool
  package var photos: PhotoPolicy
  /// The six recovery words as the user typed them, for a remote that already contains the diary.
  package var recoveryWords: String?

  package init(
    name: String, address: String, isPlain: Bool = false, photos: PhotoPolicy = .all,
    recoveryWords: String? = nil
  ) {
    self.name = name
    self.address = address
    self.isPlain = isPlain
    self.photos = photos
    self.recoveryWords = recoveryWords
  }
}

/// The result of adding a remote.
package struct AddedRemote: Hashable, Sendable {
  /// The six recovery words, separated by spaces, if no one has seen them yet. They can't be shown
  /// later.
  package var recoveryWords: String?
  package var result: SyncResult

  package init(recoveryWords: String?, result: SyncResult) {
    self.recoveryWords = recoveryWords
    self.result = result
  }
}

/// The result, or the preview, of a sync with one remote.
package struct SyncResult: Hashable, Sendable {
  package var remote: String
  /// Lines of logs: revisions of entries, and records of journals and devices.
  package var sentLines = 0
  package var receivedLines = 0
  /// Photos and attachments.
  package var sentFiles = 0
  package var receivedFiles = 0
  /// The sizes of all transferred files, in bytes.
  package var sentBytes = 0
  package var receivedBytes = 0
  /// Lines and photos that are still to be sent, and those known to be still to be received.
  package var pendingUploads = 0
  package var pendingDownloads = 0
  /// The photos and attachments that an earlier sync couldn't receive either, or that a clone
  /// couldn't receive. Others may still be on their way.
  package var missingFiles = 0
  /// The files that couldn't be read or written, here or on the remote, as `issues` reports.
  package var failedFiles = 0
  /// The number of lines whose texts are missing here and on the remote, as `issues` reports.
  package var missingTexts = 0
  /// `true` if everything was received from a remote that refuses changes.
  package var isOnlySendingRefused = false
  /// Problems with files that other devices put there, a line each.
  package var issues: [String] = []
  /// The reason why it wasn't completed.
  package var error: String?

  package init(remote: String) { self.remote = remote }
}

/// The state of sync.
package struct SyncState: Hashable, Sendable {
  /// In the order in which they were added.
  package var remotes: [RemoteState] = []
  /// The devices that have written to the diary, this one first.
  package var devices: [DeviceState] = []
  /// The people of a shared diary, and those who want to join; none in an unshared diary.
  package var people: [Person] = []
  /// The photos and attachments that aren't here but on a remote.
  package var remoteOnly: Set<AssetID> = []
  /// Recovery words that the user hasn't confirmed, for example because the program was stopped.
  package var unseenRecoveryWords: String?

  package init() {}
}

/// The state of a remote, as far as this device knows.
package struct RemoteState: Hashable, Sendable {
  package var name: String
  /// Without the secrets in it.
  package var address: String
  package var isPlain: Bool
  package var photos: PhotoPolicy
  /// The time of the last complete sync.
  package var lastSync: Timestamp?
  /// The error of the last sync.
  package var error: String?
  /// `true` if the last sync failed because this machine doesn't have the remote's key, which the
  /// newest recovery words open.
  package var needsRecoveryWords = false
  /// Problems with files that other devices put there, a line each.
  package var issues: [String] = []
  /// The number of lines whose texts are missing here and on the remote, as `issues` reports.
  package var missingTexts = 0
  /// Lines saved since, and photos still to be sent.
  package var pendingUploads = 0
  /// Photos and attachments that are there and not here.
  package var remoteOnly = 0

  package init(name: String, address: String, isPlain: Bool, photos: PhotoPolicy) {
    self.name = name
    self.address = address
    self.isPlain = isPlain
    self.photos = photos
  }
}

/// A device that writes to the diary.
package struct DeviceState: Hashable, Sendable {
  package var id: ID<Device>
  package var name: String
  package var isCurrentDevice: Bool
  package var isRemoved: Bool
  /// The time of its newest line that is known here.
  package var lastSeen: Timestamp?
  /// The name of its owner in a shared diary.
  package var person: String?
  /// The other devices with the same keys, such as copies of its disk. They are removed with it.
  package var twins: [ID<Device>]

  package init(
    id: ID<Device>, name: String, isCurrentDevice: Bool, isRemoved: Bool, lastSeen: Timestamp?,
    person: String? = nil, twins: [ID<Device>] = []
  ) {
    self.id = id
    self.name = name
    self.isCurrentDevice = isCurrentDevice
    self.isRemoved = isRemoved
    self.lastSeen = lastSeen
    self.person = person
    self.twins = twins
  }

  /// The first digits of the id, by which commands name the device.
  package var shortID: String { String(id.description.prefix(8)) }
}

// MARK: - News

/// Remembers on this device which changes by others in its diaries are unread.
package protocol NewsTracking: Sendable {
  /// Finds what is new in the open diary. Returns all diaries with unread changes.
  func unread() async -> [DiaryNews]
  /// Marks an entry and its comments as read.
  func markRead(_ entry: ID<Entry>) async
  /// Marks everything as read.
  ///
  /// - Throws: an error if this can't be saved.
  func markAllRead(_ scope: NewsScope) async throws
  /// Switches desktop notifications for another diary on or off. Returns `true` if they are on now.
  ///
  /// - Throws: an error if the setting can't be saved.
  func toggleNotifications(of diary: String) async throws -> Bool
}
