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
