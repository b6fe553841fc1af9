import ArgumentParser
import DiaryCore
import Localization

struct CommentCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: localized("Comment on an entry."),
    discussion: localized(
      id: "discussion.comment",
      """
      Says something under an entry, of whomever, and prints the comment's id. In a diary that several \
      people share, owners and writers may. `show` has the comments of an entry with their ids; only who \
      wrote a comment changes it, with --edit, or removes it, with --remove.

      Examples:
        photodiary comment 3f2a91c0 --text "Wish I were there"
        photodiary comment 3f2a91c0 --edit 5c1d9a3e --text "Wish I were there!"
        photodiary comment 3f2a91c0 --remove 5c1d9a3e
      """))

  @OptionGroup var argument: EntryArgument

  @Option(localized("The text; - reads standard input."), valueName: "text")
  var text: String?

  @Option(localized("Change this comment of yours."), valueName: "comment")
  var edit: String?

  @Option(localized("Remove this comment of yours."), valueName: "comment")
  var remove: String?

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try ChangedID.check([argument.id] + [edit, remove].compactMap(\.self))
    if remove != nil, edit != nil || text != nil {
      throw ValidationError(localized("--remove can't be combined with other options."))
    }
    if remove == nil, text == nil { throw ValidationError(localized("Say what, with --text.")) }
  }

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let entry = try await diary.entry(withPrefix: argument.id)
    if let remove {
      try await diary.remove(try await diary.comment(withPrefix: remove, on: entry.id))
      return ErrorLine.report(localized("Removed your comment."))
    }
    let text = try TextArgument.text(text ?? "")
    let saved: EntryComment
    if let edit {
      let comment = try await diary.comment(withPrefix: edit, on: entry.id)
      saved = try await diary.change(comment, to: text)
    } else {
      saved = try await diary.comment(text, on: entry.id)
    }
    try Output.write { output in try output.line(saved.id.description) }
  }
}
