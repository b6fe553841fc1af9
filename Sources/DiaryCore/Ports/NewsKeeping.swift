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
