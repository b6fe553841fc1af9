import Localization

/// What an import can be, by the names of `--format`.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// Our own, an entry a line or in an array: either is read as what it is.
  case jsonl, json
  case dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, diaro
  case evernote, daylio, diarium, minidiary, standardnotes, orgjournal, logseq, vjournal
  case bear, wordpress, simplenote, notion, twitter, dayoneclassic
  case instagram, facebook, markdown
  case photos

  /// Those of other programs, in the order in which they are tried.
  static var readers: [(format: ImportFormat, type: any ForeignReader.Type)] {
    [
      // Its file begins as a journal of Day One does.
      (.minidiary, MiniDiaryReader.self),
      (.dayoneclassic, DayOneClassicReader.self),
      (.dayone, DayOneReader.self), (.rednotebook, RedNotebookReader.self),
      (.jrnl, JrnlReader.self), (.journey, JourneyReader.self), (.keep, KeepReader.self),
      (.joplin, JoplinReader.self), (.applejournal, AppleJournalReader.self),
      (.diaro, DiaroReader.self), (.logseq, LogseqReader.self), (.bear, BearReader.self),
      (.notion, NotionReader.self),
      (.markdown, MarkdownReader.self),
      (.simplenote, SimplenoteReader.self),
      // Files that a folder of Markdown may have beside its own.
      (.evernote, EvernoteReader.self), (.daylio, DaylioReader.self),
      (.wordpress, WordPressReader.self),
      (.twitter, XReader.self),
      (.diarium, DiariumReader.self), (.standardnotes, StandardNotesReader.self),
      (.orgjournal, OrgJournalReader.self), (.vjournal, VJournalReader.self),
      (.instagram, InstagramReader.self), (.facebook, FacebookReader.self),
    ]
  }

  /// Whether it is what this diary writes: entries with their ids, authors and times.
  package var isOwn: Bool { self == .jsonl || self == .json }

  /// Whether its entries have no ids, and are known by their day, minute or file alone.
  var knowsByPlace: Bool {
    [.rednotebook, .jrnl, .applejournal, .minidiary, .orgjournal, .logseq, .markdown].contains(self)
  }

  /// What a person knows it by.
  package var title: String {
    switch self {
    case .jsonl, .json: "JSON"
    case .dayone: "Day One"
    case .rednotebook: "RedNotebook"
    case .jrnl: "jrnl"
    case .journey: "Journey"
    case .keep: "Google Keep"
    case .joplin: "Joplin"
    case .applejournal: "Apple Journal"
    case .diaro: "Diaro"
    case .evernote: "Evernote"
    case .daylio: "Daylio"
    case .diarium: "Diarium"
    case .minidiary: "Mini Diary"
    case .standardnotes: "Standard Notes"
    case .orgjournal: "org-journal"
    case .logseq: "Logseq"
    case .vjournal: "VJOURNAL"
    case .bear: "Bear"
    case .wordpress: "WordPress"
    case .dayoneclassic: "Day One Classic"
    case .twitter: "X (Twitter)"
    case .notion: "Notion"
    case .simplenote: "Simplenote"
    case .instagram: "Instagram"
    case .facebook: "Facebook"
    case .markdown: "Markdown"
    case .photos: localized("photos")
    }
  }

  var reader: (any ForeignReader.Type)? { Self.readers.first { $0.format == self }?.type }
}

/// What a person tells of an import that its files don't tell themselves.
package struct ImportHints: Hashable, Sendable {
  /// How jrnl writes dates, as in `%Y-%m-%d %H:%M`; `nil` where its settings or the text itself are
  /// to tell.
  package var timeFormat: String?

  package init(timeFormat: String? = nil) { self.timeFormat = timeFormat }

  /// Whether dates that are written so can be read.
  package static func canRead(timeFormat: String) -> Bool { JrnlTimeFormat(timeFormat) != nil }
}
