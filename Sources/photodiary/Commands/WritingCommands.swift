import ArgumentParser
import DiaryApp
import DiaryCore
import System
import Text

struct AddCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: localized("Add an entry and print its id."),
    discussion: localized(
      id: "discussion.add",
      """
      An entry needs a title, some text, a photo or another file. To place a photo in the text, \
      write ![caption](photo:<asset>); `photodiary show <id> --format json` lists the assets.

      Photos are recognized by their content, not by the file name: JPEG, PNG, WebP, GIF, TIFF, \
      BMP, HEIC, AVIF, JPEG XL and raw camera files. Damaged or incomplete photos are added \
      unchanged, with a message. Motion photos from Google and Samsung phones keep their video.

      All words together are the title. If it begins with a date or time and a colon, as in \
      yesterday 21:00: a long walk, the entry gets that date, unless --date is given.

      Text from a pipe or a file is the entry's text, unless --content, --record or \
      --passphrase-file - is given. Without a title, its first line is the title. In a script's loop \
      over lines, write </dev/null after the command, so that it doesn't read the other lines.

      Examples:
        photodiary add had coffee with Anna
        photodiary add yesterday 21:00: a long walk
        photodiary add "첫눈" --content "It snowed until noon." --tag winter
        photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
        photodiary add "On the train" --record
        photodiary add "A day at the sea" --date photo --photo sea.jpg
        fortune | photodiary add "Today's words"
        photodiary add < letter.txt
      """))

  @Argument(help: .localized("The title, in one or several words.", valueName: "word"))
  var words: [String] = []

  @OptionGroup var writing: WritingOptions

  @Flag(help: .localized("Record a voice note until Enter or Ctrl-C."))
  var record = false

  @Option(
    localized("The template to use; your text goes where {{cursor}} is."),
    valueName: "name")
  var template: String?

  @Option(parsing: .unconditional, help: NewDateArgument.help)
  var date: NewDateArgument?

  @Option(
    repeated: "tag", localized("A tag, or several with commas between them. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(
    localized("The journal to add the entry to."),
    valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String = EntryFields.defaultJournal

  @OptionGroup var details: DetailOptions

  @OptionGroup var storeOptions: StoreOptions

  /// Entries can be added to a locked diary: see `PendingEntries`.
  static var unlockingNeed: UnlockRequirement { .optional }

  func run(in dependencies: Dependencies) async throws {
    var (title, content) = (words.joined(separator: " "), "")
    if let text = writing.content {
      content = try TextArgument.text(text)
    } else if readsInput,
      let text = try StandardInput.pipedText(
        isOptional: !words.isEmpty || !writing.photos.isEmpty || !writing.attachments.isEmpty)
    {
      (title, content) =
        title.isEmpty
        ? EditorDocument(title: "", content: "").parse(text) : (title, text)
    }
    var day: EntryDate?
    if case .date(let date) = date {
      day = try date.date()
    } else if date == nil, let dated = DatedTitle(title) {
      (day, title) = (dated.date, dated.title)
    } else if date == nil, let text = DatedTitle.digits(before: title) {
      ErrorLine.write(localized("“\(text)” isn't a date, so it's part of the title."))
    }
    var fields = EntryFields(
      date: day ?? LocalTime.today(), title: title, content: content, tags: tags.separatedTags,
      journal: journal)
    details.change(&fields.details)
    if case .photo = date { fields.date = try await dateOfPhoto(dependencies.inspector) }
    let hasFiles = record || !writing.photos.isEmpty || !writing.attachments.isEmpty
    if !hasFiles, fields.isEmpty, template == nil {
      guard words.isEmpty, writing.content == nil, StandardInput.isTerminal, Output.isTerminal
      else { throw DiaryError.emptyEntry }
      return try await dependencies.write(fields)
    }
    if let template { try fill(&fields, with: template, of: dependencies.folders) }
    let isDated = day != nil || date != nil
    guard record else {
      return try await add(fields, writing.attachments, isDated: isDated, in: dependencies)
    }
    let recorder = dependencies.recorder
    let note = try await VoiceNote.record(by: recorder)
    do {
      try await add(fields, writing.attachments + [note], isDated: isDated, in: dependencies)
    } catch {
      ErrorLine.write(localized("The recording is kept as \(note)."))
      throw error
    }
    await recorder.remove(note)
  }

  /// `false` if standard input, even if it is a pipe, isn't the entry's text.
  private var readsInput: Bool {
    !record && !["-", "/dev/stdin"].contains(storeOptions.passphraseFile)
  }

  private func add(
    _ fields: EntryFields, _ attachments: [String], isDated: Bool, in dependencies: Dependencies
  ) async throws {
    // The report can fail, too, but must not save the entry twice.
    let report = try await reopening(dependencies) { dependencies in
      try await save(fields, attachments, isDated: isDated, in: dependencies)
    }
    try await report()
  }

  /// Saves an entry. Returns what reports it.
  private func save(
    _ fields: EntryFields, _ attachments: [String], isDated: Bool, in dependencies: Dependencies
  ) async throws -> () async throws -> Void {
    var fields = fields
    if dependencies.unlocking.state == .locked {
      let id = try await dependencies.addLocked(fields, writing.photos, attachments)
      return { try Output.write { output in try output.line(id.description) } }
    }
    fields.photos = try await dependencies.addPhotos(writing.photos)
    fields.attachments = try await dependencies.attach(attachments)
    let created = try await CreatedJournal(fields.journal, in: dependencies.diary)
    let entry = try await dependencies.diary.add(fields)
    return {
      try await dependencies.report(saved: entry.id, showsDate: isDated)
      await created?.report(entry, in: dependencies)
    }
  }

  /// Fills the fields from a template, except those given on the command line.
  ///
  /// - Throws: `MessageError` if there is no such template, or it can't be read.
  private func fill(
    _ fields: inout EntryFields, with name: String, of folders: Folders
  ) throws {
    let template = try folders.templates.template(named: name)
    template.fill(&fields, prompts: folders.prompts.knownPrompts())
  }

  /// Returns the date of the first photo. Called before anything is stored, as the entry needs a
  /// date.
  ///
  /// - Throws: an error if there is no photo, or it can't be read or has no date.
  private func dateOfPhoto(_ inspector: any PhotoInspector) async throws -> EntryDate {
    guard let path = writing.photos.first else {
      throw CommandError(localized("--date photo needs a photo. Give one with --photo."))
    }
    let taken =
      try await inspector.facts(ofPhotoAt: path).taken
      ?? FileNameDate.mediaDate(named: Path.name(path))?.taken
    guard let date = EntryDate(taken: taken, localOffset: LocalTime.offset(ofLocal:)) else {
      throw CommandError(
        localized(
          "\(path) doesn't contain the date it was taken. Use --date with a date."))
    }
    return date
  }
}

// MARK: - NewCommand

struct NewCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: localized("Write a new entry in the diary's editor."),
    discussion: localized(
      id: "discussion.new",
      """
      Opens the editor immediately. Ctrl-S saves and returns to the shell. Esc saves and stays; \
      pressed again, it returns. `photodiary add` without a title, text or file does the same.
      """))

  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard StandardInput.isTerminal, Output.isTerminal else { throw CommandError.notATerminal }
    try await dependencies.write(
      EntryFields(date: LocalTime.today(), title: "", content: ""), screenOptions.choice)
  }
}

extension Dependencies {
  /// Opens the diary's editor for a new entry that begins with these fields.
  ///
  /// - Throws: an exit code if the program fails.
  func write(_ fields: EntryFields, _ choice: ScreenChoice = ScreenChoice()) async throws {
    let status = try await openDiary(self, choice, at: .new(fields))
    guard status == 0 else { throw ExitCode(status) }
  }
}

// MARK: - TodayCommand

struct TodayCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: localized("Continue today's entry, or write a new one."),
    discussion: localized(
      id: "discussion.today",
      """
      Opens the editor at the end of the last entry that you wrote today. If there's none, opens \
      the editor on a new entry, as `photodiary new` does.
      """))

  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard StandardInput.isTerminal, Output.isTerminal else { throw CommandError.notATerminal }
    let now = LocalTime.today()
    guard let entry = try await Reminder(dependencies: dependencies, now: now).written() else {
      return try await dependencies.write(
        EntryFields(date: now, title: "", content: ""), screenOptions.choice)
    }
    let status = try await openDiary(
      dependencies, screenOptions.choice, at: .entry(entry.id.description, edits: true))
    guard status == 0 else { throw ExitCode(status) }
  }
}

// MARK: - EditCommand

struct EditCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: localized("Edit an entry; without options, in your editor."),
    discussion: localized(
      id: "discussion.edit",
      """
      Options change only what they name; everything else stays the same, including the date. \
      Without options, opens the title and the text in $VISUAL or $EDITOR: the title on the first \
      line, the text below it. If the entry is changed elsewhere in the meantime, both versions \
      are kept, and a message says so.

      Examples:
        photodiary edit 3f2a91c0
        photodiary edit 3f2a91c0 --title "첫눈" --tag winter --tag walks
        photodiary edit 3f2a91c0 --tag ''
        photodiary edit 1 --add-tag sea --remove-tag lake
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
    localized("A tag; replaces all tags of the entry. '' removes them. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(
    repeated: "add-tag", localized("A tag to add to the others. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var addedTags: [String] = []

  @Option(
    repeated: "remove-tag",
    localized("A tag to remove, also from the title and text. Can be repeated."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var removedTags: [String] = []

  @Option(
    localized("The journal to move the entry to."),
    valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String?

  @OptionGroup var details: DetailOptions

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try ChangedID.check(orNumbers: [argument.id])
    if !tags.isEmpty, !addedTags.isEmpty || !removedTags.isEmpty {
      throw ValidationError(
        localized(
          "--tag replaces all tags. Use it alone, or use only --add-tag and --remove-tag."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    guard hasNoOption else {
      // Standard input can be read only once.
      var content: String?
      return try await reopening(dependencies) { dependencies in
        let entry = try await editableEntry(in: dependencies)
        content = try content ?? writing.content.map(TextArgument.text)
        try await edit(entry, content, in: dependencies)
      }
    }
    let entry = try await reopening(dependencies, editableEntry)
    try await EditorSession(entry: entry).run(in: dependencies) { fields in
      try await reopening(dependencies) { _ = try await $0.save(fields, to: entry) }
    }
  }

  private func editableEntry(in dependencies: Dependencies) async throws -> Entry {
    let entry = try await argument.entryToChange(in: dependencies.diary)
    try await dependencies.requireEditable(entry)
    return entry
  }

  /// Changes what the options name. `content` is the new text.
  private func edit(
    _ entry: Entry, _ content: String?, in dependencies: Dependencies
  ) async throws {
    var fields = entry.fields
    if let date { fields.date = try date.date() }
    if let title { fields.title = title }
    if let content { fields.content = content }
    if !tags.isEmpty { fields.tags = tags.separatedTags }
    if let journal { fields.journal = journal }
    details.change(&fields.details)
    let adding = try addedTags.separatedTags.map(DiaryService.tagName)
    // An imported tag may contain a comma.
    let removing = try removedTags.flatMap { entry.hasTag($0) ? [$0] : [$0].separatedTags }
      .map(DiaryService.tagName)
    let missing = removing.filter { tag in
      !fields.allTags.contains { $0.isSameName(as: tag) }
    }
    fields = EntryEdit.tags(adding: adding, removing: removing).applied(to: fields)
    for prefix in removedPhotos {
      fields.photos.remove(
        at: try Self.index(
          of: prefix, in: fields.photos.map(\.asset),
          none: localized(
            "The entry has no photo \(prefix). Run `photodiary show --format json` to see its photos."
          )
        ) { count in
          localized(
            "\(count) photos of the entry have assets that begin with \(prefix). Give more digits.")
        })
    }
    for prefix in removedAttachments {
      fields.attachments.remove(
        at: try Self.index(
          of: prefix, in: fields.attachments.map(\.asset),
          none: localized(
            """
            The entry has no attachment \(prefix). Run `photodiary show --format json` to see its \
            attachments.
            """
          )
        ) { count in
          localized(
            """
            \(count) attachments of the entry have assets that begin with \(prefix). Give more \
            digits.
            """
          )
        })
    }
    fields.photos += try await dependencies.addPhotos(writing.photos)
    fields.attachments += try await dependencies.attach(writing.attachments)
    let created = try await CreatedJournal(journal, in: dependencies.diary)
    let saved = try await dependencies.save(fields, to: entry)
    for tag in missing {
      ErrorLine.report(localized("“\(entry.displayTitle)” had no tag “\(tag)”."))
    }
    await created?.report(saved, in: dependencies)
  }

  private var hasNoOption: Bool {
    title == nil && writing.content == nil && date == nil && writing.photos.isEmpty
      && writing.attachments.isEmpty && removedPhotos.isEmpty && removedAttachments.isEmpty
      && tags.isEmpty && addedTags.isEmpty && removedTags.isEmpty && journal == nil
      && details.isEmpty
  }

  /// Returns the index of the asset with this prefix.
  ///
  /// - Throws: `CommandError` with the given text if there is none, or several.
  private static func index(
    of prefix: String, in assets: [AssetID], none: String, several: (Int) -> String
  ) throws -> Int {
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
  /// Saves an entry, and reports if another program changed it in the meantime.
  ///
  /// - Throws: an error if it can't be saved.
  @discardableResult
  func save(_ fields: EntryFields, to entry: Entry) async throws -> Entry {
    let saved = try await diary.update(
      entry.id, to: fields, basedOn: Array(entry.heads.prefix(1)))
    await reportVersions(of: saved, beside: entry.heads)
    await renameLinks(to: saved, from: entry.fields)
    return saved
  }

  /// Rewrites the links to an entry if its title has changed, and reports it. Never throws, because
  /// the entry is already saved.
  func renameLinks(to saved: Entry, from fields: EntryFields) async {
    do {
      for line in try await diary.renameLinks(to: saved, from: fields).lines {
        ErrorLine.report(line)
      }
    } catch {
      let reason = DiaryError(error).line
      ErrorLine.report(localized("Couldn't rename the links to “\(saved.displayTitle)”: \(reason)"))
    }
  }

  /// Reports versions other than the saved one that weren't known before the edit, because another
  /// program changed the entry.
  func reportVersions(of saved: Entry, beside known: [ID<Revision>]) async {
    guard saved.heads.dropFirst().contains(where: { !known.contains($0) }) else { return }
    let name = await diary.shortNames(of: [saved])[0]
    ErrorLine.report(
      localized(
        """
        “\(saved.displayTitle)” was changed by another program in the meantime, so both versions \
        are kept. To see them: photodiary history \(name). To merge them, press C in the diary.
        """))
  }

  /// `true` if the ids of saved entries are printed, for scripts and in shared diaries.
  var printsIDs: Bool {
    get async {
      guard Output.isTerminal, let isShared = try? await diary.isShared() else { return true }
      return isShared
    }
  }

  /// Prints the id of a saved entry, or only shows its title and optionally the date.
  ///
  /// - Throws: the errors of `Output.write`.
  func report(saved id: ID<Entry>, showsDate: Bool = false) async throws {
    guard await !printsIDs, let entry = try? await diary.entry(id) else {
      return try Output.write { output in try output.line(id.description) }
    }
    let title = "“\(entry.displayTitle)”"
    let midnight = entry.date.secondOfDay == 0
    let date = DateText.short(entry.date.day) + (midnight ? "" : " \(DateText.clock(entry.date))")
    ErrorLine.report(
      showsDate ? localized("Saved \(title), \(date).") : localized("Saved \(title)."))
  }

  /// Checks that the user can edit an entry, before they begin.
  ///
  /// - Throws: `DiaryError` if it is in the trash, or another author wrote it.
  func requireEditable(_ entry: Entry) async throws {
    guard !entry.isTrashed else { throw DiaryError.inTrash(title: entry.displayTitle) }
    guard try await diary.author().id == entry.author else {
      throw DiaryError.notTheAuthor(title: entry.displayTitle)
    }
  }
}

// MARK: - CreatedJournal

/// A journal that begins with the entry being saved. Its name may be a typing mistake.
struct CreatedJournal {
  private let name: String
  /// A journal with a similar name.
  private let similar: String?

  /// Returns `nil` if the journal exists, or none is given.
  ///
  /// - Throws: an error if the diary can't be read.
  init?(_ name: String?, in diary: DiaryService) async throws {
    guard let name, name != EntryFields.defaultJournal else { return nil }
    do {
      _ = try await diary.journal(named: name)
      return nil
    } catch let error as DiaryError {
      guard case .noSuchJournal(let name) = error else { throw error }
      self.name = name
    }
    let names = try await diary.journals().map { JournalName.displayName($0.name) }
    similar = NearestName.closest(to: self.name, among: names, within: 2)
  }

  /// Reports the new journal, and how to move the entry if another one was meant.
  func report(_ entry: Entry, in dependencies: Dependencies) async {
    guard let similar else {
      return ErrorLine.report(localized("Created the journal “\(name)”."))
    }
    let id = await dependencies.diary.shortNames(of: [entry])[0]
    let command = ["photodiary", "edit", id, "--journal", similar]
    let words = (command + dependencies.folders.arguments).map(ShellWord.quoted)
    ErrorLine.report(
      localized(
        """
        Created the journal “\(name)”. Did you mean “\(similar)”? To move the entry: \
        \(words.joined(separator: " "))
        """))
  }
}

// MARK: - CommentCommand

struct CommentCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: localized("Add, change or remove a comment on an entry."),
    discussion: localized(
      id: "discussion.comment",
      """
      Adds a comment to any entry and prints the comment's id. In a shared diary, owners and \
      editors can comment. `show` lists an entry's comments with their ids. You can change \
      (--edit) or remove (--remove) only your own comments.

      Examples:
        photodiary comment 3f2a91c0 Wish I were there
        photodiary comment 3f2a91c0 --edit 5c1d9a3e --text "Wish I were there!"
        photodiary comment 3f2a91c0 --remove 5c1d9a3e
      """))

  @OptionGroup var argument: EntryArgument

  @Argument(help: .localized("The comment, in one or several words.", valueName: "word"))
  var words: [String] = []

  @Option(localized("The text; - reads standard input."), valueName: "text")
  var text: String?

  @Option(localized("Change one of your comments, given by its id."), valueName: "comment")
  var edit: String?

  @Option(localized("Remove one of your comments, given by its id."), valueName: "comment")
  var remove: String?

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try ChangedID.check(orNumbers: [argument.id])
    try ChangedID.check([edit, remove].compactMap(\.self))
    if text != nil, !words.isEmpty {
      throw ValidationError(localized("Give the comment's text as words or with --text, not both."))
    }
    let hasText = text != nil || !words.isEmpty
    if remove != nil, edit != nil || hasText {
      throw ValidationError(localized("--remove can't be combined with other options."))
    }
    if remove == nil, !hasText { throw ValidationError(localized("Give the comment's text.")) }
  }

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let entry = try await argument.entryToChange(in: diary)
    if let remove {
      try await diary.remove(try await diary.comment(withPrefix: remove, on: entry.id))
      return ErrorLine.report(localized("Removed your comment."))
    }
    let text = try text.map(TextArgument.text) ?? words.joined(separator: " ")
    let saved: EntryComment
    if let edit {
      let comment = try await diary.comment(withPrefix: edit, on: entry.id)
      saved = try await diary.change(comment, to: text)
    } else {
      saved = try await diary.addComment(text, on: entry.id)
    }
    try Output.write { output in try output.line(saved.id.description) }
  }
}

extension [String] {
  /// The tags of an option that can be repeated: commas separate tags, as in the editor.
  fileprivate var separatedTags: [String] {
    flatMap { text -> [String] in
      let tags = text.split(separator: ",").map { String($0.trimmed) }
      return tags.isEmpty ? [text] : tags
    }
  }
}
