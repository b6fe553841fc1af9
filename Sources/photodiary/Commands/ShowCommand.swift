import ArgumentParser
import CursesTerminal
import DiaryCore
import Localization
import System

struct ShowCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: localized("Show an entry."),
    discussion: localized(
      id: "discussion.show",
      """
      As text, photos are drawn 80 columns wide where there is color; elsewhere a line stands \
      for each.

      Examples:
        photodiary show 3f2a91c0
        photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
      """))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @OptionGroup var argument: EntryArgument

  @Option(localized("Output format: text, json or markdown."))
  var format = Format.text

  @Option(localized("When to use color: auto (only on a terminal), always or never."))
  var color = ColorChoice.auto

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let entry = try await dependencies.diary.entry(withPrefix: argument.id)
    let comments = try await dependencies.diary.comments(on: entry.id)
    switch format {
    case .json:
      var object = entry.json(file: dependencies.diary.path(of:))
      if !comments.isEmpty { object["comments"] = .array(comments.map(\.json)) }
      try Output.write { output in try JSONFormat.object(object, to: &output) }
    case .markdown:
      try Output.write { output in try EntryMarkdown(entry: entry).write(to: &output) }
    case .text:
      let takesLinks = color.colors != nil && LinkSequence.areTaken(in: Environment.all)
      let text = EntryText(entry: entry, withLinks: takesLinks)
      var pictures: [AssetID: ShownPhoto] = [:]
      if let colors = color.colors {
        pictures = await PhotoDrawing(dependencies, colors: colors).photos(
          of: entry, in: dependencies.diary)
      }
      let said = CommentText(comments, by: try await dependencies.diary.authors())
      try Output.write { output in
        try text.write(pictures, to: &output)
        try said.write(to: &output)
      }
    }
  }
}
