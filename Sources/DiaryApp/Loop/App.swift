import DiaryCore
import TerminalUI
import Words

/// The one loop: a message is taken from the mailbox, the state updated, effects begun, the
/// screen shown.
@MainActor
package final class App {
  private let terminal: any Terminal
  private let environment: AppEnvironment
  private let mailbox: AsyncStream<Message>
  private let post: @Sendable (Message) -> Void
  private let runner: EffectRunner
  private var state: AppState
  /// What the place that it opens with needs.
  private var beginning: [Effect] = []

  package init(
    terminal: any Terminal, environment: AppEnvironment, firstRows: FirstRows? = nil,
    at place: StartPlace = .newest
  ) {
    self.terminal = terminal
    self.environment = environment
    let (mailbox, continuation) = AsyncStream.makeStream(of: Message.self)
    self.mailbox = mailbox
    post = { message in _ = continuation.yield(message) }
    runner = EffectRunner(environment: environment, firstRows: firstRows, post: post)
    let service = environment.service
    state = AppState(
      size: terminal.size, colors: terminal.colorDepth, now: environment.now(),
      homeFolder: environment.files.homeFolder(), startFolder: environment.files.startFolder(),
      localDate: environment.localDate, assetPath: { service.file(of: $0) })
    state.facts = terminal.facts
    state.localeWeekday = environment.localeWeekday
    state.speaks = environment.settings.isPlain
    _ = state.adopt(environment.settings)
    state.remember(environment.remembered)
    beginning = state.begin(at: place)
  }

  /// Runs until the person leaves. What was written by then is saved or kept as a draft.
  package func run() async {
    let (events, post) = (terminal.events, post)
    let forwarding = Task {
      for await event in events { post(.terminal(event)) }
    }
    var watching: [Task<Void, Never>] = []
    defer {
      forwarding.cancel()
      for task in watching { task.cancel() }
    }
    for effect in state.start() + beginning { runner.perform(effect) }
    // The first frame waits for the first answer: an empty screen would only flash by.
    for await message in mailbox {
      let effects = state.update(message, now: environment.now())
      let others = effects.filter { !perform($0) }
      if effects.contains(.leave) {
        others.forEach(runner.perform)
        break
      }
      // The screen first: nobody waits for what is then done behind it.
      terminal.show(state.frame)
      others.forEach(runner.perform)
      if watching.isEmpty { watching = [watch(), watchSettings()] }
    }
    await runner.finish()
  }

  private func watch() -> Task<Void, Never> {
    Task { [environment, runner] in
      let ticks = environment.watch()
      // What has changed since the first rows were read.
      await runner.lookElsewhere()
      for await _ in ticks { await runner.lookElsewhere() }
    }
  }

  private func watchSettings() -> Task<Void, Never> {
    Task { [environment, post] in
      for await settings in environment.settingsChanges() { post(.settingsRead(settings)) }
    }
  }

  /// Performs an effect that is the terminal's. `false` if it is none.
  private func perform(_ effect: Effect) -> Bool {
    switch effect {
    case .redraw: terminal.invalidate()
    case .adopt(let photos, let language):
      if let language { Language.use(language) }
      // What was laid out a moment ago speaks the former one.
      state.layOut()
      terminal.use(photos)
      terminal.invalidate()
    case .suspend: terminal.suspend()
    case .editExternally(let entry): editExternally(entry)
    case .copy(let text): runner.copy(text, isAtTerminal: terminal.copy(text))
    default: return false
    }
    return true
  }

  private func editExternally(_ entry: Entry) {
    let text = EditedText(title: entry.title, content: entry.content)
    let result = terminal.lend { () -> Result<EditedText?, DiaryError> in
      do throws(DiaryError) {
        return .success(try environment.editor.edit(text))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let edited): post(.editedExternally(entry, edited))
    case .failure(let error): post(.failed(error))
    }
  }
}
