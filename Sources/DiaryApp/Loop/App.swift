import DiaryCore
import Synchronization
import TerminalUI
import Text

/// The main loop: takes a message from the mailbox, updates the state, shows the screen and starts
/// effects.
@MainActor
package final class App {
  private let terminal: any Terminal
  private let environment: AppEnvironment
  private let mailbox = Mailbox()
  private let runner: EffectRunner
  private var state: AppState
  /// The shortest time between two frames while messages are waiting.
  private static let framePause = Duration.milliseconds(40)
  private var lastShown = ContinuousClock.now - framePause
  /// Indicates that the user was warned that no draft could be saved.
  private var hasWarned = false
  /// The effects for the first frame.
  private var beginning: [Effect] = []

  /// Creates the loop. For a locked diary, `beginning` is ignored: the unlock screen is shown
  /// first, and `AppEnvironment.findBeginning` is called after it.
  package init(
    terminal: any Terminal, environment: AppEnvironment, beginning: InitialState = InitialState()
  ) {
    self.terminal = terminal
    self.environment = environment
    runner = EffectRunner(environment: environment, post: mailbox.post)
    let service = environment.service
    state = AppState(
      size: terminal.size, colors: terminal.colorDepth, now: environment.now(),
      homeFolder: environment.files.homeFolder(),
      initialFolder: environment.files.initialFolder(for: .photos),
      localDate: environment.localDate, assetPath: { service.shownFile(of: $0) })
    let pictures = environment.pictures
    state.canExtractFrames = { pictures.canExtractFrames }
    state.startFolders[.diaries] = environment.files.initialFolder(for: .diaries)
    state.facts = terminal.facts
    state.localeWeekday = environment.localeWeekday
    state.localeDates = environment.localeDates
    state.speaks = environment.settings.isPlain
    state.sync.isOffered = environment.sync != nil
    state.supportsNews = environment.news != nil
    _ = environment.settings.apply(to: &state)
    state.settingsFile = environment.settingsFile
    state.toast = environment.settingsError?.brief
    state.process = environment.process
    state.diaryName = environment.diaries?.openName
    state.combined = environment.diaries?.combined
    state.toast = state.toast ?? state.combined?.notice
    state.lockState = environment.unlocking?.state
    if state.isLocked {
      state.beginLocked()
    } else {
      self.beginning = state.begin(with: beginning)
    }
  }

  /// Runs until the user quits. Text written by then is saved or kept as a draft.
  @discardableResult
  package func run() async -> SessionResult {
    let (events, mailbox) = (terminal.events, mailbox)
    let forwarding = Task {
      for await event in events { mailbox.post(.terminal(event)) }
    }
    let notices = Task {
      for await line in environment.notices() { mailbox.post(.notice(line)) }
    }
    var (settings, diary, locking, inbox): (Watch?, Watch?, Watch?, Watch?)
    defer {
      forwarding.cancel()
      for watch in [notices, settings, diary, locking, inbox] { watch?.cancel() }
    }
    for effect in beginning {
      log(effect)
      runner.perform(effect)
    }
    if state.isLocked { show() }
    // The first frame waits for the first answer: an empty screen would flicker.
    for await next in mailbox.messages {
      let message = mailbox.receive(next)
      log(message)
      if let event = message.event { terminal.handled(event) }
      state.uptime = environment.uptime()
      let effects = state.update(message, now: environment.now())
      effects.forEach(log)
      let others = effects.filter { !perform($0) }
      if effects.contains(.leave) {
        others.forEach(runner.perform)
        // The diary must not stay visible while the text is being saved.
        if state.isLocking { show() }
        if await isSafe || mailbox.isEnding || hasWarned { break }
        if state.isLocking {
          state.cancelLocking()
        } else {
          hasWarned = true
        }
        continue
      }
      // Draw first, so that the user doesn't wait for work in the background.
      show()
      others.forEach(runner.perform)
      // Let signals and terminal input be received.
      if mailbox.hasMore { await Task.yield() }
      settings = settings ?? watchSettings()
      if !state.isLocked {
        diary = diary ?? watch()
        inbox = inbox ?? watchInbox()
      }
      if state.lockState == .open { locking = locking ?? watchLockRequests() }
    }
    await runner.finish()
    let keepsDraft = state.keepsDraft && runner.context.draftFault == nil
    return SessionResult(
      added: state.added, keepsDraft: keepsDraft, locks: state.isLocking && !mailbox.isEnding,
      opens: mailbox.isEnding ? nil : state.opening)
  }

  private func log(_ message: Message) { log("message", ValueOutline(message)) }

  private func log(_ effect: Effect) { log("effect", ValueOutline(effect)) }

  /// Logs a line with the milliseconds since the start.
  private func log(_ kind: String, _ outline: @autoclosure () -> ValueOutline) {
    guard let log = environment.log else { return }
    log("\(Int(environment.uptime() / .milliseconds(1))) \(kind) \(outline())")
  }

  /// Returns `true` if the text is saved or kept as a draft. Otherwise the user is warned once.
  private var isSafe: Bool {
    get async {
      guard state.keepsDraft else { return true }
      await runner.ended(.writes)
      return runner.context.draftFault == nil
    }
  }

  /// Shows the frame, unless another one follows immediately or the program is ending.
  private func show() {
    let now = ContinuousClock.now
    if mailbox.hasMore, mailbox.isEnding || now - lastShown < Self.framePause { return }
    if state.awaitsRows { return }
    terminal.show(state.frame)
    lastShown = .now
  }

  /// A task that waits for external events and posts them.
  private typealias Watch = Task<Void, Never>

  private func watch() -> Watch {
    Task { [environment, runner] in
      let ticks = environment.watch()
      // Find changes made after the first rows were read.
      await runner.lookForExternalChanges()
      for await _ in ticks { await runner.lookForExternalChanges() }
    }
  }

  private func watchInbox() -> Watch? {
    guard let inbox = environment.inbox else { return nil }
    return Task { [mailbox] in
      for await count in inbox.counts() { mailbox.post(.inboxCounted(count)) }
    }
  }

  private func watchSettings() -> Watch {
    Task { [environment, mailbox] in
      for await settings in environment.settingsChanges() { mailbox.post(.settingsRead(settings)) }
    }
  }

  private func watchLockRequests() -> Watch? {
    guard let requests = environment.unlocking?.lockRequests() else { return nil }
    return Task { [mailbox] in
      for await _ in requests { mailbox.post(.lockRequested) }
    }
  }

  /// Performs an effect that needs the terminal. Returns `false` for all others.
  private func perform(_ effect: Effect) -> Bool {
    switch effect.terminal {
    case nil: return false
    case .redraw: terminal.invalidate()
    case .adopt(let photos, let language, let dates):
      if let language { Language.use(language) }
      DateStyle.use(dates)
      // The layout was made in the former language and style.
      state.layOut()
      terminal.use(photos)
      terminal.invalidate()
    case .suspend: terminal.suspend()
    case .editExternally(let entry): editExternally(entry)
    case .play(let file, let video): play(file, as: video)
    case .copy(let text): runner.perform(.place(text, isAtTerminal: terminal.copy(text)))
    case .leave: break
    }
    return true
  }

  private func play(_ file: NamedFile, as video: TerminalVideoOutput) {
    let path = environment.service.path(of: file.file)
    let failure = terminal.lend { () -> MessageError? in
      do throws(MessageError) {
        try environment.photoActions.playOnTerminal(file, at: path, as: video)
        return nil
      } catch {
        return error
      }
    }
    mailbox.post(.playedOnTerminal(failure))
  }

  private func editExternally(_ entry: Entry) {
    let text = EditedText(title: entry.title, content: entry.content)
    let result = terminal.lend { environment.editExternally(text) }
    mailbox.post(.editedExternally(entry, result))
  }
}

// MARK: - Mailbox

/// The queue of messages for the loop, in their order of arrival.
final class Mailbox: Sendable {
  /// The time for which messages that arrived before a termination signal are still handled.
  private static let patience = Duration.seconds(2)

  let messages: AsyncStream<Message>
  private let feed: AsyncStream<Message>.Continuation
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var end: ContinuousClock.Instant?
  }

  init() { (messages, feed) = AsyncStream.makeStream() }

  func post(_ message: Message) {
    state.withLock { state in
      state.waiting += 1
      if message.event == .terminate { state.end = state.end ?? .now + Self.patience }
    }
    feed.yield(message)
  }

  /// Returns the message to handle for the next one in `messages`. After the time limit of a
  /// termination signal, terminal events are replaced with `.terminate`, however many keys are
  /// waiting. Results of effects, such as a save, are still handled.
  func receive(_ message: Message) -> Message {
    state.withLock { state in
      state.waiting -= 1
      guard message.event != nil, let end = state.end, end < .now else { return message }
      return .terminal(.terminate)
    }
  }

  /// Indicates that more messages are waiting.
  var hasMore: Bool { state.withLock { $0.waiting > 0 } }

  /// Indicates that a termination signal has arrived.
  var isEnding: Bool { state.withLock { $0.end != nil } }
}

// MARK: - Debug output

/// A log description of a value: names of enum cases, numbers, and sizes of texts and collections.
/// It never contains anything the user wrote, typed, named or selected.
struct ValueOutline: CustomStringConvertible {
  let description: String

  init(_ message: Message) { self.init(message.function, message.arguments) }

  init(_ effect: Effect) { self.init(effect.function, effect.arguments) }

  /// Describes a call such as `findTitles(_:requestID:)` with its arguments by label.
  private init(_ function: String, _ arguments: [Any]) {
    let parts = function.split { "(:)".contains($0) }
    let described = arguments.enumerated().compactMap { index, argument in
      let label = parts.dropFirst(index + 1).first.map { $0 == "_" ? nil : String($0) } ?? nil
      return Self.text(for: (label, argument))
    }
    let name = parts.first ?? ""
    description = described.isEmpty ? "\(name)" : "\(name)(\(described.joined(separator: ", ")))"
  }

  /// Returns `nil` for values that are omitted, such as all structs except keys.
  private static func text(for value: Any) -> String? {
    switch value {
    case let text as String: return "\(text.utf8.count) bytes"
    case let number as Int: return String(number)
    case let flag as Bool: return String(flag)
    case let event as KeyEvent: return text(for: event.key)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: return text(forCaseOf: value, mirror)
    case .optional: return mirror.children.first.map { text(for: $0.value) } ?? "none"
    case .collection, .set, .dictionary: return String(mirror.children.count)
    case .tuple:
      let parts = mirror.children.compactMap(text)
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    default: return nil
    }
  }

  private static func text(forCaseOf value: Any, _ mirror: Mirror) -> String {
    guard let payload = mirror.children.first else { return String(describing: value) }
    let name = payload.label ?? ""
    return text(for: payload.value).map { "\(name)(\($0))" } ?? name
  }

  /// Describes a tuple's element, with its label if there is one.
  private static func text(for part: Mirror.Child) -> String? {
    guard let words = text(for: part.value) else { return nil }
    // Elements without a label are named by their index.
    guard let label = part.label, !label.hasPrefix(".") else { return words }
    return "\(label): \(words)"
  }
}
