import DiaryCore
import Localization
import TerminalUI

/// The one loop: a message is taken from the mailbox, the state updated, effects begun, the
/// screen shown.
@MainActor
package final class App {
  private let terminal: any Terminal
  private let environment: AppEnvironment
  private let mailbox = Mailbox()
  private let post: @Sendable (Message) -> Void
  private let runner: EffectRunner
  /// The list's first rows, which are being read already.
  private let firstRows: FirstRows?
  private var state: AppState
  /// While more waits than is drawn in time, frames come so far apart.
  private static let framePause = Duration.milliseconds(40)
  private var lastShown = ContinuousClock.now - framePause
  /// Whether the person knows that no draft could be kept.
  private var hasWarned = false
  /// What the place that it opens with needs.
  private var beginning: [Effect] = []

  package init(
    terminal: any Terminal, environment: AppEnvironment, firstRows: FirstRows? = nil,
    at place: InitialScreen = .newest
  ) {
    self.terminal = terminal
    self.environment = environment
    post = { [mailbox] message in mailbox.post(message) }
    self.firstRows = firstRows
    runner = EffectRunner(environment: environment, post: post)
    let service = environment.service
    state = AppState(
      size: terminal.size, colors: terminal.colorDepth, now: environment.now(),
      homeFolder: environment.files.homeFolder(),
      startFolder: environment.files.startFolder(for: .photos),
      localDate: environment.localDate, assetPath: { service.shownFile(of: $0) })
    state.startFolders[.diaries] = environment.files.startFolder(for: .diaries)
    state.facts = terminal.facts
    state.localeWeekday = environment.localeWeekday
    state.speaks = environment.settings.isPlain
    state.context.sync.isOffered = environment.sync != nil
    _ = environment.settings.apply(to: &state.context)
    state.toast = environment.settingsError?.brief
    state.remember(environment.remembered)
    beginning = state.begin(at: place)
  }

  /// Runs until the person leaves. What was written by then is saved or kept as a draft.
  @discardableResult
  package func run() async -> Departure {
    let (events, post) = (terminal.events, post)
    let forwarding = Task {
      for await event in events { post(.terminal(event)) }
    }
    var watching: [Task<Void, Never>] = []
    defer {
      forwarding.cancel()
      for task in watching { task.cancel() }
    }
    for effect in state.start(firstRows) + beginning {
      log(effect)
      runner.perform(effect)
    }
    // The first frame waits for the first answer: an empty screen would only flash by.
    for await next in mailbox.messages {
      let message = mailbox.take(next)
      log(message)
      if let event = message.event { terminal.handled(event) }
      state.uptime = environment.uptime()
      let effects = state.update(message, now: environment.now())
      effects.forEach(log)
      let others = effects.filter { !perform($0) }
      if effects.contains(.leave) {
        others.forEach(runner.perform)
        if await isSafe || mailbox.isEnding || hasWarned { break }
        hasWarned = true
        continue
      }
      // The screen first: nobody waits for what is then done behind it.
      show()
      others.forEach(runner.perform)
      // Signals and what is typed get their turn.
      if mailbox.hasMore { await Task.yield() }
      if watching.isEmpty { watching = [watch(), watchSettings()] }
    }
    await runner.finish()
    let keepsDraft = state.keepsDraft && runner.context.draftFault == nil
    return Departure(added: state.added, keepsDraft: keepsDraft)
  }

  private func log(_ message: Message) { log("message", ValueOutline(message)) }

  private func log(_ effect: Effect) { log("effect", ValueOutline(effect)) }

  /// With the milliseconds since the start.
  private func log(_ kind: String, _ outline: @autoclosure () -> ValueOutline) {
    guard let log = environment.log else { return }
    log("\(Int(environment.uptime() / .milliseconds(1))) \(kind) \(outline())")
  }

  /// Whether what was written is saved or kept. Else the person is told once before it is lost.
  private var isSafe: Bool {
    get async {
      guard state.keepsDraft else { return true }
      await runner.ended(.writes)
      return runner.context.draftFault == nil
    }
  }

  /// Shows the screen, unless it is about to be another one, or nobody looks any more.
  private func show() {
    let now = ContinuousClock.now
    if mailbox.hasMore, mailbox.isEnding || now - lastShown < Self.framePause { return }
    terminal.show(state.frame)
    lastShown = .now
  }

  private func watch() -> Task<Void, Never> {
    Task { [environment, runner] in
      let ticks = environment.watch()
      // What has changed since the first rows were read.
      await runner.lookForExternalChanges()
      for await _ in ticks { await runner.lookForExternalChanges() }
    }
  }

  private func watchSettings() -> Task<Void, Never> {
    Task { [environment, post] in
      for await settings in environment.settingsChanges() { post(.settingsRead(settings)) }
    }
  }

  /// Performs an effect that is the terminal's. `false` if it is none.
  private func perform(_ effect: Effect) -> Bool {
    switch effect.terminal {
    case nil: return false
    case .redraw: terminal.invalidate()
    case .adopt(let photos, let language):
      if let language { Language.use(language) }
      // What was laid out a moment ago speaks the former one.
      state.layOut()
      terminal.use(photos)
      terminal.invalidate()
    case .suspend: terminal.suspend()
    case .editExternally(let entry): editExternally(entry)
    case .copy(let text): runner.perform(.place(text, isAtTerminal: terminal.copy(text)))
    case .leave: break
    }
    return true
  }

  private func editExternally(_ entry: Entry) {
    let text = EditedText(title: entry.title, content: entry.content)
    let edited = terminal.lend {
      Result { () throws(ExternalEditingError) in try environment.editor.edit(text) }
    }
    post(.editedExternally(entry, edited))
  }
}
