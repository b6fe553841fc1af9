import ArgumentParser
import CursesTerminal
import DiaryCore
import Localization
import System

/// How an entry is shown.
struct ShowingOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @Option(localized("Output format: text, json or markdown."))
  var format = Format.text

  @Option(localized("When to use color: auto (only on a terminal), always or never."))
  var color = ColorChoice.auto

  /// Writes an entry to standard output.
  func show(_ entry: Entry, in dependencies: Dependencies) async throws {
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
      let drawing = PhotoDrawing(dependencies, colors: color.colors)
      let pictures = await drawing.photos(of: entry, in: dependencies.diary)
      let text = EntryText(
        entry: entry, withLinks: takesLinks,
        lengths: await drawing.lengths(of: entry, in: dependencies.diary))
      let said = CommentText(comments, by: try await dependencies.diary.authors())
      try Output.write { output in
        try text.write(pictures, to: &output)
        try said.write(to: &output)
      }
    }
  }
}
