import DiaryCore
import TerminalUI
import Text

/// A dialog for a new passphrase, entered twice and never shown. A weak one is accepted after a
/// question.
struct PassphraseState: LineDialog {
  /// The data to encrypt.
  enum Use: Sendable {
    case export, diary
  }

  let use: Use
  var field = TextField(keepsHistory: false)
  /// The first input; `nil` until it is complete.
  private(set) var first: Passphrase?
  /// The error in the last input.
  private var failure: String?
  /// The consequences of encrypting the diary.
  private var outlook: EncryptionOutlook

  let isHidden = true

  init(for use: Use, _ outlook: EncryptionOutlook = EncryptionOutlook()) {
    (self.use, self.outlook) = (use, outlook)
  }

  var title: String {
    switch use {
    case .export: localized("Encrypt the export")
    case .diary: localized("Encrypt the diary")
    }
  }

  var label: String { first == nil ? localized("Passphrase") : localized("Repeat") }

  func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.line]
    return keys.bindings(
      with: first == nil ? keys.hint(.accept, "next") : keys.hint(.accept, "encrypt"))
  }

  var lines: [String] {
    let asked = first == nil ? localized("Type a passphrase.") : localized("Type it again.")
    return [failure ?? asked, consequence]
  }

  private var consequence: String {
    switch use {
    case .export:
      localized("Without it, no one can open the file. age asks for it.")
    case .diary where first != nil: outlook.warning
    case .diary where outlook.keepsRecoveryWords:
      localized(
        """
        It will open the diary. So will the six recovery words that you wrote down for your remotes.
        """)
    case .diary:
      localized("It will open the diary. You'll also get six recovery words in case you forget it.")
    }
  }

  mutating func accept(in app: inout AppState) -> [Effect] {
    let (first, typed) = (first, Passphrase(field.text.utf8))
    self = PassphraseState(for: use, outlook)
    switch (first, typed) {
    case (_, nil): failure = localized("The passphrase is empty.")
    case (nil, let typed?): self.first = typed
    case (let first?, let typed?) where first == typed: return [.confirm(typed, for: use)]
    default: failure = localized("The passphrases don't match. Type a passphrase.")
    }
    return []
  }
}

extension Effect {
  /// Encrypts with a passphrase, after a question if it is weak. No returns to the input.
  fileprivate static func confirm(
    _ passphrase: Passphrase, for use: PassphraseState.Use
  ) -> Effect {
    .run(passphrase, use, in: .latest("estimate")) { context in
      context.environment.weakness?(passphrase)
    } thenPerform: { state, weakness in
      // The user may have closed the dialog.
      guard state.screens.front is PassphraseState else { return [] }
      let encrypt = Effect.encrypt(use, with: passphrase)
      guard let weakness else { return [encrypt] }
      state.screens.push(
        ConfirmState(title: localized("Weak passphrase"), effects: [encrypt]) { _ in
          [weakness, "", localized("Use this passphrase anyway?")]
        })
      return []
    }
  }

  /// Closes the dialog, and encrypts with the passphrase.
  private static func encrypt(_ use: PassphraseState.Use, with passphrase: Passphrase) -> Effect {
    .update { state in
      state.screens.removeAll(PassphraseState.self)
      return [use == .export ? .beginExport(with: passphrase) : .beginEncryption(with: passphrase)]
    }
  }

  /// Loads the consequences of encrypting the diary.
  static var loadEncryptionOutlook: Effect {
    .run(in: .latest("encryptionOutlook")) { context in
      await context.environment.unlocking?.encryptionOutlook()
    } then: { state, outlook in
      guard let outlook else { return }
      state.screens.update(PassphraseState.self) { $0.receive(outlook) }
    }
  }
}

extension PassphraseState {
  fileprivate mutating func receive(_ outlook: EncryptionOutlook) { self.outlook = outlook }
}

// MARK: - Trying a passphrase

/// A dialog that checks its passphrase before closing, which takes half a second. Input is disabled
/// in the meantime.
protocol PassphraseTrial: LineDialog {
  /// Indicates that the passphrase is being checked.
  var isTrying: Bool { get }
  /// Performs the action of the cancel key during the check.
  mutating func cancelTrial(in app: inout AppState) -> [Effect]
}

extension PassphraseTrial {
  var isHidden: Bool { true }
  var label: String { localized("Passphrase") }

  mutating func cancelTrial(in app: inout AppState) -> [Effect] { [] }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard isTrying else { return type(key, in: &app) }
    switch command(for: key, in: app) {
    case .cancel: return cancelTrial(in: &app)
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return []
    }
  }

  mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    // Copied text often ends with a line break, which isn't part of the passphrase.
    var line = text[...]
    while line.last?.isNewline == true { line.removeLast() }
    if !isTrying { field.insert(String(line)) }
    return []
  }

  /// Draws the box. Returns the caret's position while input is enabled.
  func drawBox(in grid: inout Grid, _ app: AppState) -> Point? {
    let caret = box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
    return isTrying ? nil : caret
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? { drawBox(in: &grid, app) }

  func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      title, warnings(app) + lines,
      field: isTrying ? nil : .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}

// MARK: - Recovery words

/// The dialogs for the six recovery words: they are shown once and then asked for.
enum RecoveryWordsDialog {
  /// Splits an input into words, ignoring everything around them.
  static func words(in text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
  }

  /// Returns a notice with the words and their purpose. `areNew` if they replace earlier ones.
  static func notice(
    _ text: String, for use: RecoveryWordsUse = .remotes, areNew: Bool = false
  ) -> NoticeState {
    let words = words(in: text)
    // Two columns, read from top to bottom.
    let half = (words.count + 1) / 2
    let width = words.prefix(half).map(TextWidth.columns).max() ?? 0
    let rows = (0..<half).map { row in
      let first = "\(row + 1) \(words[row])"
      guard let other = words.element(at: row + half) else { return first }
      let gap = String(repeating: " ", count: width - TextWidth.columns(words[row]) + 4)
      return first + gap + "\(row + half + 1) \(other)"
    }
    let replacing = areNew ? [localized("The previous six words won't open new entries.")] : []
    return NoticeState(
      title: localized("Your six recovery words"), lines: rows + [""] + replacing + [use.purpose],
      next: WordsCheckState(words, for: use))
  }
}

/// The purposes of recovery words.
enum RecoveryWordsUse: Sendable {
  /// They open the diary on its remotes.
  case remotes
  /// They open the diary here instead of the passphrase.
  case diary

  /// Instructions, with the reason.
  fileprivate var purpose: String {
    switch self {
    case .remotes:
      localized(
        id: "sync.words",
        """
        Write them down on paper and keep it somewhere safe. If you lose all your machines, these \
        words open the diary on its remotes, and a new machine asks for them. Once you've typed \
        them back, they aren't shown again.
        """)
    case .diary:
      localized(
        id: "encryption.words",
        """
        Write them down on paper and keep it somewhere safe. If you forget the passphrase, these \
        words open the diary instead. Without either, no one can open it. Once you've typed them \
        back, they aren't shown again.
        """)
    }
  }

  /// Returns a warning with the words and the key that leaves anyway.
  fileprivate func warning(_ words: [String], _ key: String) -> String {
    let words = words.joined(separator: " ")
    return switch self {
    case .remotes:
      localized(
        """
        If you lose all your machines, only these words open your remotes: \(words). Press \(key) \
        again to leave.
        """)
    case .diary:
      localized(
        """
        If you forget the passphrase, only these words open the diary: \(words). Press \(key) \
        again to leave.
        """)
    }
  }
}

/// A dialog that asks for the words just shown, to make sure that they were written down.
struct WordsCheckState: LineDialog {
  private let words: [String]
  private let use: RecoveryWordsUse
  var field = TextField(keepsHistory: false)
  /// The error in the last input, or the warning before leaving.
  private var failure: String?
  /// Indicates that Esc was pressed and its consequence shown.
  private var isWarned = false

  init(_ words: [String], for use: RecoveryWordsUse) { (self.words, self.use) = (words, use) }

  var title: String { localized("Type the six words you wrote down") }
  var label: String { localized("Recovery words") }

  func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.line]
    return keys.bindings(with: keys.hint(.accept, "check"), keys.hint(.cancel, "leave"))
  }

  var lines: [String] {
    [failure ?? localized("Separated by spaces, to check that you have them.")]
  }

  mutating func accept(in app: inout AppState) -> [Effect] {
    isWarned = false
    let typed = RecoveryWordsDialog.words(in: field.text)
    if let index = zip(typed, words).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      failure = localized("Word \(index + 1), “\(typed[index].printable)”, isn't the one shown.")
    } else if typed.count != words.count {
      failure = localized("Type all \(words.count) words: you typed \(typed.count).")
    } else {
      app.pop()
      app.toast = localized("The words are correct. Keep them safe.")
      return [.recordRecoveryWordsSeen]
    }
    return []
  }

  mutating func cancel(in app: inout AppState) -> [Effect] {
    guard !isWarned else {
      app.pop()
      return [.recordRecoveryWordsSeen]
    }
    isWarned = true
    let key = app.keys[.line].keyName(of: .cancel) ?? ""
    failure = use.warning(words, key)
    return []
  }
}
