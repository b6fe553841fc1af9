import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct DiariesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diaries",
    abstract: localized("List the diaries that you share or follow, and how it stands with each."),
    discussion: localized(
      id: "discussion.diaries",
      """
      Your own diary isn't among them. The state is member, asking, removed or followed.

      Examples:
        photodiary diaries
        photodiary diaries --format json | jq -r '.[].name'
      """))

  @OptionGroup var listing: ListingOptions

  func run() async throws {
    var diaries: [SharedDiaryState] = []
    for name in SharedDiaries.names() { diaries.append(await SharedDiaryState(name)) }
    try listing.write(diaries.map(\.json)) { output in
      let width = diaries.reduce(0) { max($0, TextWidth.columns($1.name)) }
      for diary in diaries {
        try output.line(diary.name.padded(to: width) + "  " + diary.words)
      }
    }
    if diaries.isEmpty {
      ErrorLine.report(localized("No shared diaries, and none that you follow."))
    }
  }
}

/// How it stands with a diary beside one's own.
struct SharedDiaryState {
  let name: String
  private let store: String
  private let own: Person?
  private let people: Int
  private let asking: Int
  private let entries: Int?
  private let isFollowed: Bool
  /// Whether nothing of it can be told.
  private let isLocked: Bool

  init(_ name: String) async {
    self.name = name
    let dependencies = Dependencies(Folders(newDiary: name))
    store = dependencies.folders.store
    let all = (try? await dependencies.sync.people()) ?? []
    if let joining = await dependencies.sync.joining() {
      own = Person(
        id: joining.author.id, name: joining.author.name, role: .writer, state: .asking,
        check: joining.check, isThis: true)
    } else {
      own = all.first(where: \.isThis)
    }
    people = all.count { $0.state == .member }
    asking = all.count { $0.state == .asking }
    entries = try? await dependencies.diary.count()
    isFollowed = dependencies.sync.isFollowed
    isLocked = dependencies.unlocking.state == .locked
  }

  var json: JSONValue {
    [
      "name": .string(name), "store": .string(store),
      "state": .optional(
        isFollowed ? "followed" : isLocked ? "locked" : own?.state.rawValue),
      "role": .optional(own?.state == .member ? own?.role.rawValue : nil),
      "people": .integer(people), "asking": .integer(asking), "entries": .optional(entries),
    ]
  }

  var words: String {
    var parts: [String] = []
    switch own?.state {
    case nil where isFollowed: parts.append(localized("followed"))
    case nil where isLocked: parts.append(localized("locked"))
    case .member?: parts.append(own?.role.words ?? "")
    case .asking?:
      parts.append(localized("asking to be let in: \((own?.check ?? []).joined(separator: " "))"))
    case .removed?: parts.append(PersonWords.removed)
    case nil: parts.append(localized("not yours"))
    }
    if people > 0, !isFollowed { parts.append(CountWords.people(people)) }
    if let entries, people > 0 { parts.append(CountWords.entries(entries)) }
    if asking > 0 { parts.append(localized("\(CountWords.people(asking)) asking")) }
    return parts.joined(separator: ", ")
  }
}
