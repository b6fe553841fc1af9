import AcceptanceSupport

/// The user-visible content of a diary.
struct DiaryState: Hashable, Sendable {
  private(set) var entries: [JSON]
  private(set) var trash: [JSON]
  private let journals: [JSON]
  /// The number of versions of the divided entry, as printed by `show`.
  private let versions: String?

  /// - Throws: `Operation.Failed` if the diary can't be read.
  init(in place: Place) throws {
    entries = try Self.list("list", place)
    trash = try Self.list("trash", place)
    journals = try Self.list("journals", place)
    versions = try place.dividedEntry.flatMap { id in
      try place.run(["show", id]).text.firstMatch(of: /\((.*): `photodiary history/).map {
        String($0.1)
      }
    }
  }

  private static func list(_ command: String, _ place: Place) throws -> [JSON] {
    let result = try place.run([command, "--format", "json"])
    // A missing diary has no journals.
    if result.output.isEmpty, result.errorText.contains("No diary at") { return [] }
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return try JSON.parse(result.output).array?.map(\.portable) ?? []
  }

  /// Returns the state without new IDs and modification times, which differ in each run.
  func comparable(to old: DiaryState) -> DiaryState {
    let known = Set((old.entries + old.trash).map { $0["id"] })
    func comparable(_ entry: JSON) -> JSON {
      entry.without(
        known.contains(entry["id"])
          ? ["modified", "author"] : ["modified", "author", "id", "created"])
    }
    var state = self
    state.entries = entries.map(comparable)
    state.trash = trash.map(comparable)
    return state
  }

  func without(_ title: String) -> DiaryState {
    var state = self
    state.entries.removeAll { $0["title"]?.string == title }
    return state
  }
}

extension JSON {
  func without(_ names: Set<String>) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.key) })
  }

  /// An entry or a journal without paths and counts.
  var portable: JSON {
    guard case .object(var members) = without(["entries"]) else { return self }
    members["photos"] = members["photos"]?.array.map { .array($0.map { $0.without(["file"]) }) }
    return .object(members)
  }
}
