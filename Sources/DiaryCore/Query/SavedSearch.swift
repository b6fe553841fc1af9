import Text

/// A search that was saved under a name.
package struct SavedSearch: Hashable, Sendable {
  package var name: String
  /// A symbol to show before the name, such as an emoji; `nil` for `usualIcon`.
  package var icon: String?
  /// The search as typed.
  package var query: String
  /// `true` if the search was deleted.
  package var isDeleted = false

  /// The icon of searches without one.
  package static let usualIcon = "⌕"

  /// Creates a search. A symbol before the name becomes its icon: `🌧 Rainy days`.
  ///
  /// - Throws: `DiaryError.invalidName` if the name has no visible character or several lines.
  package init(named name: String, query: String) throws {
    let words = name.trimmed.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let hasIcon = words.count == 2 && words[0].count == 1 && !words[0].contains(where: \.isWord)
    let title = String((hasIcon ? words[1] : name[...]).trimmed)
    guard title.isName else { throw DiaryError.invalidName(name.printable) }
    (self.name, icon) = (title, hasIcon ? String(words[0]) : nil)
    self.query = query
  }

  package init(name: String, icon: String?, query: String, isDeleted: Bool) {
    (self.name, self.icon, self.query, self.isDeleted) = (name, icon, query, isDeleted)
  }

  /// The name after the icon, as it is typed.
  package var typedName: String { [icon, name].compactMap(\.self).joined(separator: " ") }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber }
}

// MARK: - DiaryService

extension DiaryService {
  /// Returns the saved searches in the order of their names.
  ///
  /// - Throws: an error if the diary can't be read.
  package func savedSearches() async throws -> [SavedSearch] {
    try await repository.savedSearches().filter { !$0.isDeleted }
      .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// Returns the number of entries that a saved search finds; `nil` if it has a mistake or names a
  /// place that isn't known.
  ///
  /// - Throws: an error if the diary can't be read.
  package func count(of query: SearchQuery) async throws -> Int? {
    guard query.issues.isEmpty else { return nil }
    do { return try await count(query.predicate) } catch let error as DiaryError {
      switch error {
      case .noSuchPlace, .noPlaceNames: return nil
      default: throw error
      }
    }
  }

  /// Returns the saved search with this name.
  ///
  /// - Throws: `DiaryError.noSuchSearch` if there is none; an error if the diary can't be
  ///   read.
  package func savedSearch(named name: String) async throws -> SavedSearch {
    let name = String(name.trimmed)
    let searches = try await savedSearches()
    guard let search = searches.first(where: { $0.name.isSameName(as: name) }) else {
      throw DiaryError.noSuchSearch(name)
    }
    return search
  }

  /// Saves a search, replacing one with the same name, and the one named `old`.
  ///
  /// - Throws: `DiaryError.account` if the user may not write; an error if it can't be
  ///   saved.
  package func save(_ search: SavedSearch, replacing old: String? = nil) async throws {
    var changes = [search]
    if let old, !old.isSameName(as: search.name) {
      var former = try await savedSearch(named: old)
      former.isDeleted = true
      changes.append(former)
    }
    try await repository.save(searches: changes)
  }

  /// Deletes a saved search.
  ///
  /// - Throws: `DiaryError.noSuchSearch` if there is none; `DiaryError.account` if the user may not
  ///   write; an error if the change can't be saved.
  package func deleteSearch(named name: String) async throws {
    var search = try await savedSearch(named: name)
    search.isDeleted = true
    try await repository.save(searches: [search])
  }
}
