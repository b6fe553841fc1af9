import Localization

/// What one of a person's diaries is called: their own, which has no name, or one beside it that they
/// share or follow.
package struct DiaryName: Hashable, Sendable {
  /// One's own diary.
  package static let own = DiaryName(nil)

  /// `nil` for one's own.
  package let name: String?

  package init(_ name: String?) { self.name = name }

  /// For a screen.
  package var title: String { name?.printable ?? localized("Your own diary") }
}
