import ArgumentParser
import DiaryCore
import Localization

struct AuthorCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "author",
    abstract: localized("Show the author, or change the author's name."),
    discussion: localized(
      id: "discussion.author",
      """
      The author's id is made with the diary and never changes; the name is for display and may.

      Examples:
        photodiary author
        photodiary author "홍길동"
      """))

  @Argument(help: .localized("The new name."))
  var name: String?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    if let name {
      let author = try await dependencies.diary.rename(author: name)
      ErrorLine.report(localized("Changed the author's name to “\(author.name)”."))
      return
    }
    let author = try await dependencies.diary.knownIdentity()
    try listing.write(one: author?.json) { output in
      guard let author else { return }
      try output.line(localized("name").padded(to: 6) + author.name)
      try output.line("id    \(author.id)")
    }
    if author == nil {
      try dependencies.reportNone(
        localized("The diary has no author yet. Your first entry creates it."))
    }
  }
}
