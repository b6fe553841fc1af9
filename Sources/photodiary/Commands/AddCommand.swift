import ArgumentParser
import DiaryCore
import Localization
import System

struct AddCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: localized("Add an entry and print its id."),
    discussion: localized(
      id: "discussion.add",
      """
      An entry needs a title, some text, a photo or another file. A photo is placed in the text by \
      ![caption](photo:<asset>); `photodiary show <id> --format json` tells the asset.

      A photo is recognized by its content, whatever its file is called: JPEG, PNG, WebP, GIF, TIFF, \
      BMP, HEIC, AVIF, JPEG XL or a camera's raw file. One that is cut off or damaged is added \
      unchanged, with a note. A motion photo of a Google or Samsung phone keeps its video.

      Examples:
        photodiary add "첫눈" --content "It snowed until noon." --tag winter
        photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
        photodiary add "On the train" --record
        photodiary add "A day at the sea" --date photo --photo sea.jpg
        fortune | photodiary add "Today's words" --content -
      """))

  @Argument(help: .localized("The title."))
  var title: String = ""

  @OptionGroup var writing: WritingOptions

  @Flag(help: .localized("Record a voice note for it, until Enter or Ctrl-C."))
  var record = false

  @Option(
    localized("A template to start from; your text goes where its {{cursor}} is."),
    valueName: "name")
  var template: String?

  @Option(parsing: .unconditional, help: NewDateArgument.help)
  var date: NewDateArgument?

  @Option(
    repeated: "tag", localized("A tag. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(
    localized("The journal to put it in."),
    valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String = EntryFields.defaultJournal

  @OptionGroup var details: DetailOptions

  @OptionGroup var storeOptions: StoreOptions

  /// A locked diary takes entries, too: see `WaitingEntries`.
  static var unlockingNeed: UnlockingNeed { .optional }

  func run(in dependencies: Dependencies) async throws {
    var day = LocalTime.today()
    if case .date(let date) = date { day = try date.date() }
    var fields = EntryFields(
      date: day, title: title,
      content: try writing.content.map(TextArgument.text) ?? "", tags: tags, journal: journal)
    details.change(&fields.details)
    if case .photo = date { fields.date = try await dateOfPhoto(dependencies.inspector) }
    let hasFiles = record || !writing.photos.isEmpty || !writing.attachments.isEmpty
    if !hasFiles, fields.isEmpty, template == nil {
      guard title.isEmpty, writing.content == nil, StandardInput.isTerminal, Output.isTerminal
      else { throw DiaryError.emptyEntry }
      return try await dependencies.write(fields)
    }
    if let template { try fill(&fields, with: template, of: dependencies.folders) }
    guard record else { return try await add(fields, writing.attachments, in: dependencies) }
    let recorder = dependencies.recorder
    let note = try await VoiceNote.record(by: recorder)
    do {
      try await add(fields, writing.attachments + [note], in: dependencies)
    } catch {
      ErrorLine.write(localized("The recording was kept as \(note)."))
      throw error
    }
    await recorder.remove(note)
  }

  private func add(
    _ fields: EntryFields, _ attachments: [String], in dependencies: Dependencies
  ) async throws {
    var fields = fields
    if dependencies.unlocking.state == .locked {
      let id = try await dependencies.addLocked(fields, writing.photos, attachments)
      return try Output.write { output in try output.line(id.description) }
    }
    fields.photos = try await dependencies.addPhotos(writing.photos)
    fields.attachments = try await dependencies.attach(attachments)
    let entry = try await dependencies.diary.add(fields)
    try Output.write { output in try output.line(entry.id.description) }
  }

  /// What is given goes before what the template says.
  private func fill(
    _ fields: inout EntryFields, with name: String, of folders: Folders
  ) throws {
    let template: Template
    do throws(TemplateError) {
      template = try folders.templates.template(named: name)
    } catch {
      throw CommandError(error.line(name))
    }
    template.fill(&fields, prompts: folders.prompts.knownPrompts())
  }

  /// Asked for before anything is kept: without a date nothing shall be.
  private func dateOfPhoto(_ inspector: any PhotoInspector) async throws -> EntryDate {
    guard let path = writing.photos.first else {
      throw CommandError(localized("--date photo needs a photo. Give one with --photo."))
    }
    let taken =
      try await inspector.facts(ofPhotoAt: path).taken
      ?? NameDate.ofMedia(named: Path.name(path))?.taken
    guard let date = EntryDate(taken: taken, localOffset: LocalTime.offset(ofLocal:)) else {
      throw CommandError(localized("\(path) has no date taken. Give --date a date."))
    }
    return date
  }
}
