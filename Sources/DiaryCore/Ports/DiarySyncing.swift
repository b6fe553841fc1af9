import Localization

/// Keeps the diary alike on several machines, by remotes that all of them reach. What goes wrong with one
/// remote is told with it and keeps nothing else from being done; saves never wait for any of this.
package protocol DiarySyncing: Sendable {
  /// What is known here of remotes and devices. Asks no remote, and is quick.
  func state() async -> SyncState

  /// Brings the diary and some remotes up to date with each other, all of them for `nil`, one after the
  /// other. With `isDryRun` it only looks what would go and come. Stops when its task is cancelled; what
  /// was done by then stays done.
  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult]

  /// Begins to use a remote, and puts what the diary has there. A remote that already holds this diary
  /// is taken up. Adding one again gives words that nobody has seen yet.
  func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> AddedRemote

  /// Forgets a remote. What lies there stays.
  func remove(remote name: String) async throws(SyncError)

  /// Keeps more or fewer of the photos here that come by a remote, from its next sync on. What is here
  /// stays.
  func keep(photos: PhotoPolicy, of remote: String) async throws(SyncError)

  func rename(device: ID<Device>, to name: String) async throws(SyncError)

  /// Makes a new key that a device doesn't get, and accepts nothing from the device any more. Receives from
  /// all remotes first, so that what the device had sent stays visible. Returns the recovery words for the
  /// key, six with blanks between.
  ///
  /// - Parameter isOffline: whether to continue without the remotes that can't be reached.
  /// - Throws: where a remote can't be reached, or the user may not remove the device.
  func remove(device: ID<Device>, isOffline: Bool) async throws(SyncError) -> String?

  /// Notes that somebody has seen the recovery words. Until then they are kept, for a program that is
  /// stopped before it could show them.
  func recordWordsSeen() async

  /// Waits until a remote may have something new, at most so many seconds; whether one may. `false`
  /// after that time where no remote tells of it.
  func wait(seconds: Int) async -> Bool
}

/// Why something of sync wasn't done, on one line that says what to do. Safe for a terminal.
package struct SyncError: Error, Hashable, Sendable {
  package let line: String
  /// Whether recovery words are missing, and whoever has them may try again with them.
  package let needsWords: Bool

  package init(_ line: String, needsWords: Bool = false) {
    (self.line, self.needsWords) = (line, needsWords)
  }
}

/// Which photos and attachments a machine keeps that were added on others, beside those that it was
/// asked to fetch.
package enum PhotoPolicy: String, CaseIterable, Hashable, Sendable {
  /// Every one, whole.
  case all
  /// Previews.
  case small
  case none
}

extension PhotoPolicy {
  /// The one after it, with the first after the last.
  package var next: PhotoPolicy {
    switch self {
    case .all: .small
    case .small: .none
    case .none: .all
    }
  }

  /// What comes by a remote from now on, on one line.
  package func words(of remote: String) -> String {
    switch self {
    case .all: localized("Photos of other machines come whole by \(remote) from now on.")
    case .small: localized("Photos of other machines come as previews by \(remote) from now on.")
    case .none: localized("Photos of other machines no longer come by \(remote).")
    }
  }
}

/// A remote that is to be used from now on.
package struct NewRemote: Hashable, Sendable {
  /// What a person calls it.
  package var name: String
  package var address: String
  /// Whether files go there as they are, without encryption.
  package var isPlain: Bool
  package var photos: PhotoPolicy
  /// The six recovery words as a person typed them, for a remote that holds the diary already.
  package var words: String?

  package init(
    name: String, address: String, isPlain: Bool = false, photos: PhotoPolicy = .all,
    words: String? = nil
  ) {
    self.name = name
    self.address = address
    self.isPlain = isPlain
    self.photos = photos
    self.words = words
  }
}

/// What came of adding a remote.
package struct AddedRemote: Hashable, Sendable {
  /// The six recovery words with blanks between, if nobody has seen them yet: they can't be told later.
  package var words: String?
  package var result: SyncResult

  package init(words: String?, result: SyncResult) {
    self.words = words
    self.result = result
  }
}

/// What one sync with one remote did, or would do.
package struct SyncResult: Hashable, Sendable {
  package var remote: String
  /// Lines of logs: entries' saved states, and decisions about journals and devices.
  package var sentLines = 0
  package var receivedLines = 0
  /// Photos and attachments.
  package var sentFiles = 0
  package var receivedFiles = 0
  /// Of all files that went there and came from there.
  package var sentBytes = 0
  package var receivedBytes = 0
  /// Lines and photos that are still to go, and those that are known to be still to come.
  package var waitingOut = 0
  package var waitingIn = 0
  /// What is wrong with what others put there, a line each.
  package var issues: [String] = []
  /// Why it wasn't finished.
  package var error: String?

  package init(remote: String) { self.remote = remote }
}

/// How it stands with sync.
package struct SyncState: Hashable, Sendable {
  /// In the order in which they were added.
  package var remotes: [RemoteState] = []
  /// The machines that have written to the diary, this one first.
  package var devices: [DeviceState] = []
  /// Who shares the diary, and who asks to be let in; none in one's own.
  package var people: [Person] = []
  /// The photos and attachments that aren't here and are on a remote.
  package var elsewhere: Set<AssetID> = []
  /// The recovery words, where a program was stopped before it could show them.
  package var unseenWords: String?

  package init() {}
}

/// What is known here of a remote.
package struct RemoteState: Hashable, Sendable {
  package var name: String
  /// Without what is secret in it.
  package var address: String
  package var isPlain: Bool
  package var photos: PhotoPolicy
  /// When a sync with it last came to its end.
  package var lastSync: Timestamp?
  /// Why the last one didn't.
  package var error: String?
  /// What is wrong with what others put there, a line each.
  package var issues: [String] = []
  /// Lines that were saved since, and photos that have to go there.
  package var waitingOut = 0
  /// Photos and attachments that are there and not here.
  package var elsewhere = 0

  package init(name: String, address: String, isPlain: Bool, photos: PhotoPolicy) {
    self.name = name
    self.address = address
    self.isPlain = isPlain
    self.photos = photos
  }
}

/// A machine that writes to the diary.
package struct DeviceState: Hashable, Sendable {
  package var id: ID<Device>
  package var name: String
  package var isThis: Bool
  package var isRemoved: Bool
  /// The time of its newest line that is known here.
  package var lastSeen: Timestamp?
  /// Whose it is, in a diary that several people share.
  package var person: String?

  package init(
    id: ID<Device>, name: String, isThis: Bool, isRemoved: Bool, lastSeen: Timestamp?,
    person: String? = nil
  ) {
    self.id = id
    self.name = name
    self.isThis = isThis
    self.isRemoved = isRemoved
    self.lastSeen = lastSeen
    self.person = person
  }
}

// MARK: - Sharing and news

/// The people of a diary that several share. What is decided is saved here, and told to the others by the
/// next sync. Removing and changing somebody receives from all remotes first, so that what they had sent stays
/// visible, and throws where a remote can't be reached, unless it is to be done offline.
package protocol DiarySharing: Sendable {
  /// Who shares the diary, the most senior first, and who asks to be let in, as far as it is known here.
  /// `nil` in one's own diary.
  func people() async throws(SyncError) -> [Person]?

  /// Looks on the remotes who asks to be let in.
  func lookForRequests() async throws(SyncError)

  /// Lets somebody in who asks.
  func approve(_ id: AuthorID) async throws(SyncError)

  /// Has somebody be no longer in the diary, or refuses who asks. The last owner can't be removed.
  func remove(_ id: AuthorID, isOffline: Bool) async throws(SyncError)

  /// Gives somebody another role. The last owner stays one.
  func change(_ id: AuthorID, to role: PersonRole, isOffline: Bool) async throws(SyncError)
}

/// Remembers on this machine what others have written in its diaries and isn't read yet.
package protocol NewsKeeping: Sendable {
  /// Looks for what is new in the open diary, and tells of all diaries that have something unread.
  func unread() async -> [DiaryNews]
  /// An entry has been read, with the comments on it.
  func markRead(_ entry: ID<Entry>) async
  /// All has been read, whether it was looked at or not.
  func markAllRead(_ scope: NewsScope) async throws(DiaryError)
  /// Has the desktop tell what others write in another diary, or no longer. Returns whether it does now.
  func switchNotifications(of diary: String) async throws(DiaryError) -> Bool
}
