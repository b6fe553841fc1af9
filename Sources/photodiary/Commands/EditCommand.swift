import ArgumentParser
import DiaryCore
import Localization

struct EditCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: localized("Edit an entry; without options, in your editor."),
    discussion: localized(
      id: "discussion.edit",
      """
      What no option names stays as it was, the date too. Without any option the title and the \
      text open in $VISUAL, else $EDITOR: the title in the first line, the text below it. When the \
      entry is changed elsewhere meanwhile both texts are kept, and a message says so.

      Examples:
        photodiary edit 3f2a91c0
        photodiary edit 3f2a91c0 --title "첫눈" --tag winter --tag walks
        photodiary edit 3f2a91c0 --tag ''
        photodiary edit 3f2a91c0 --journal Travel
      """))

  @OptionGroup var argument: EntryArgument

  @Option(localized("The new title."), valueName: "title")
  var title: String?

  @OptionGroup var writing: WritingOptions

  @Option(parsing: .unconditional, help: DateArgument.help)
  var date: DateArgument?

  @Option(
    repeated: "remove-photo",
    localized("The asset of a photo to remove, or its first digits. Can be repeated."),
    valueName: "asset")
  var removedPhotos: [String] = []

  @Option(
    repeated: "remove-attachment",
    localized("The asset of an attachment to remove, or its first digits. Can be repeated."),
    valueName: "asset")
  var removedAttachments: [String] = []

  @Option(
    repeated: "tag",
    localized("A tag; replaces all of the entry's tags, '' clears them. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(
    localized("The journal to move it to."),
    valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String?

  @OptionGroup var details: DetailOptions

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { try ChangedID.check([argument.id]) }

  func run(in dependencies: Dependencies) async throws {
    let entry = try await dependencies.diary.entry(withPrefix: argument.id)
    try await dependencies.requireEditable(entry)
    if hasNoOption {
      return try await EditorSession(entry: entry).run(in: dependencies)
    }
    var fields = entry.fields
    if let date { fields.date = try date.date() }
    if let title { fields.title = title }
    if let content = writing.content { fields.content = try TextArgument.text(content) }
    if !tags.isEmpty { fields.tags = tags }
    if let journal { fields.journal = journal }
    details.change(&fields.details)
    for prefix in removedPhotos {
      fields.photos.remove(
        at: try Self.index(
          of: prefix, in: fields.photos.map(\.asset),
          none: localized(
            "The entry has no photo \(prefix). Run `photodiary show --format json` to see its photos."
          )
        ) { count in
          localized(
            "\(count) photos of the entry have assets that begin with \(prefix). Give more of it.")
        })
    }
    for prefix in removedAttachments {
      fields.attachments.remove(
        at: try Self.index(
          of: prefix, in: fields.attachments.map(\.asset),
          none: localized(
            "The entry has no attachment \(prefix). Run `photodiary show --format json` to see them."
          )
        ) { count in
          localized(
            "\(count) attachments of the entry have assets that begin with \(prefix). Give more of it."
          )
        })
    }
    fields.photos += try await dependencies.addPhotos(writing.photos)
    fields.attachments += try await dependencies.attach(writing.attachments)
    try await dependencies.save(fields, to: entry)
  }

  private var hasNoOption: Bool {
    title == nil && writing.content == nil && date == nil && writing.photos.isEmpty
      && writing.attachments.isEmpty && removedPhotos.isEmpty && removedAttachments.isEmpty
      && tags.isEmpty && journal == nil && details.isEmpty
  }

  /// The index of the one asset that begins so. Throws what is said where none does, or several do.
  private static func index(
    of prefix: String, in assets: [AssetID], none: String, several: (Int) -> String
  ) throws(CommandError) -> Int {
    let digits = prefix.lowercased()
    let found = assets.indices.filter {
      !digits.isEmpty && assets[$0].description.hasPrefix(digits)
    }
    guard let index = found.first else { throw CommandError(none) }
    guard found.count == 1 else { throw CommandError(several(found.count)) }
    return index
  }
}

extension Dependencies {
  /// Gives an entry other fields, and tells when another program had changed it meanwhile.
  func save(_ fields: EntryFields, to entry: Entry) async throws(DiaryError) {
    let saved = try await diary.update(
      entry.id, to: fields, basedOn: Array(entry.heads.prefix(1)))
    KeptVersions.report(of: saved, beside: entry.heads)
  }

  /// Throws before a person writes what could not be saved.
  func requireEditable(_ entry: Entry) async throws(DiaryError) {
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    guard try await diary.identity().id == entry.author else {
      throw .notTheAuthor(title: entry.displayTitle)
    }
  }
}
