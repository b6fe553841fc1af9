import DiaryCore
import Localization
import TerminalUI

/// What an update wants done outside the screens: a value that its feature declares, with the work and
/// what comes of it. Two are equal that are called alike with the same arguments.
package struct Effect: Sendable {
  /// What only the loop can do, for it has the terminal.
  enum Terminal: Hashable, Sendable {
    case editExternally(Entry)
    /// Plays a film or a recording until it ends.
    case play(NamedFile, TerminalFilm)
    /// Into the terminal's and the desktop's clipboard.
    case copy(String)
    case redraw
    /// Shows photos in this way and speaks this language from now on.
    case adopt(PhotoDisplay, Language?)
    case suspend
    case leave
  }

  /// When it runs beside others, and what the end of the program means for it.
  struct Slot: Hashable, Sendable {
    /// What `stop` calls it; at the end all that has a name is cancelled.
    private(set) var name: String?
    /// It begins after those of the same queue.
    private(set) var queue: String?
    /// Whether it is cancelled by the next one.
    private(set) var isReplaced = false
    /// Whether the program ends after it.
    private(set) var isAwaited = false
    /// How long the program's end waits for it once it is cancelled, where it isn't awaited.
    private(set) var grace = Duration.zero

    /// Beside all others; nobody waits for it at the end.
    static let independent = Slot()
    /// Everything that is written to the diary and of drafts.
    static let writes = queue("writes")

    /// In place of the one that runs.
    static func latest(_ name: String) -> Slot { Slot(name: name, isReplaced: true) }

    /// After those before it, and never cut off.
    static func queue(_ queue: String) -> Slot { Slot(queue: queue, isAwaited: true) }

    /// What a person can stop; at the end it is stopped, and waited for.
    static func stoppable(_ name: String, after other: Slot = .independent) -> Slot {
      Slot(name: name, queue: other.queue, isAwaited: true)
    }

    /// After those of its name; it can be stopped, and the end waits a moment at most until it has.
    static func interruptible(_ name: String) -> Slot {
      Slot(name: name, queue: name, grace: .milliseconds(500))
    }
  }

  enum Work: Sendable {
    case terminal(Terminal)
    /// What the loop does to itself, at once.
    case update(@Sendable (inout AppState) -> [Effect])
    case read(@Sendable (DiaryService) async -> Message)
    case run(Slot, TaskPriority?, @Sendable (EffectContext) async -> Message?)
    case draw(@MainActor @Sendable (PictureDrawing) -> Void)
    /// Cancels what runs in a slot of that name; the rest is done once that has ended.
    case stop(String, afterwards: @Sendable (AppEnvironment) async -> Void)
  }

  /// What declares it: `tallyYear(_:requestID:)`.
  let function: String
  let arguments: [any Hashable & Sendable]
  let work: Work
  /// Whether it saves something, so that the next step of undo has to wait for it.
  private(set) var changesDiary = false

  private init(_ function: String, _ arguments: [any Hashable & Sendable], _ work: Work) {
    self.function = function
    self.arguments = arguments
    self.work = work
  }

  /// What declares it, without the names of its arguments.
  package var name: String { String(function.prefix { $0 != "(" }) }

  /// The first of its arguments that is such a value.
  package func argument<Value>(_ type: Value.Type = Value.self) -> Value? {
    arguments.lazy.compactMap { $0 as? Value }.first
  }

  /// What the diary answers, if only the diary is asked.
  package func answer(of service: DiaryService) async -> Message? {
    guard case .read(let ask) = work else { return nil }
    return await ask(service)
  }
}

extension Effect: Hashable {
  package static func == (one: Effect, other: Effect) -> Bool {
    one.function == other.function
      && one.arguments.map { AnyHashable($0) } == other.arguments.map { AnyHashable($0) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(function) }
}

// MARK: Declaring one

extension Effect {
  typealias Asking<Source, Answer> = @Sendable (Source) async throws(DiaryError) -> Answer
  typealias Taking<Answer, Result> = @Sendable (inout AppState, Answer) -> Result

  /// Asks the diary, beside all else. The answer is taken into the state, which may lead to further
  /// effects, or the error shown.
  static func read<Answer: Sendable>(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ ask: @escaping Asking<DiaryService, Answer>,
    then take: @escaping Taking<Answer, Void> = { _, _ in },
    thenPerform lead: @escaping Taking<Answer, [Effect]> = { _, _ in [] },
    failed: @escaping Taking<DiaryError, Void> = showing
  ) -> Effect {
    Effect(function, arguments, .read(outcome(of: ask, take, lead, failed, function)))
  }

  /// Asks the diary for what a message tells.
  static func read(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ ask: @escaping Asking<DiaryService, Message>
  ) -> Effect {
    Effect(
      function, arguments,
      .read { service in
        do throws(DiaryError) { return try await ask(service) } catch { return .failed(error) }
      })
  }

  /// Asks what lies outside the diary as well, or keeps to a slot.
  static func run<Answer: Sendable>(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    in slot: Slot = .independent, _ ask: @escaping Asking<EffectContext, Answer>,
    then take: @escaping Taking<Answer, Void> = { _, _ in },
    thenPerform lead: @escaping Taking<Answer, [Effect]> = { _, _ in [] },
    failed: @escaping Taking<DiaryError, Void> = showing
  ) -> Effect {
    Effect(function, arguments, .run(slot, nil, outcome(of: ask, take, lead, failed, function)))
  }

  /// Posts what it has to tell while it goes on.
  static func telling(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    in slot: Slot = .independent, priority: TaskPriority? = nil,
    _ work: @escaping @Sendable (EffectContext) async -> Void
  ) -> Effect {
    Effect(
      function, arguments,
      .run(slot, priority) { context in
        await work(context)
        return nil
      })
  }

  /// Changes the diary, after what is being written. Undo waits for what comes of it.
  static func write(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    in slot: Slot = .writes, _ work: @escaping Asking<EffectContext, Message>,
    failed: @escaping @Sendable (DiaryError) -> Message = Message.saveFailed
  ) -> Effect {
    var effect = Effect(
      function, arguments,
      .run(slot, nil) { context in
        do throws(DiaryError) {
          return try await work(context).endingWrite
        } catch {
          return failed(error).endingWrite
        }
      })
    effect.changesDiary = true
    return effect
  }

  /// What a screen wants changed that it can't reach: other screens, and what only the loop has.
  static func update(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ change: @escaping @Sendable (inout AppState) -> [Effect]
  ) -> Effect {
    Effect(function, arguments, .update(change))
  }

  static func draw(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ body: @escaping @MainActor @Sendable (PictureDrawing) -> Void
  ) -> Effect {
    Effect(function, arguments, .draw(body))
  }

  /// Cancels what runs in a slot of that name.
  static func stop(
    _ slot: String, _ arguments: any Hashable & Sendable..., function: String = #function,
    afterwards: @escaping @Sendable (AppEnvironment) async -> Void = { _ in }
  ) -> Effect {
    Effect(function, arguments, .stop(slot, afterwards: afterwards))
  }

  private static func outcome<Source, Answer: Sendable>(
    of ask: @escaping Asking<Source, Answer>, _ take: @escaping Taking<Answer, Void>,
    _ lead: @escaping Taking<Answer, [Effect]>, _ failed: @escaping Taking<DiaryError, Void>,
    _ function: String
  ) -> @Sendable (Source) async -> Message {
    { source in
      do throws(DiaryError) {
        let answer = try await ask(source)
        return .performing(answer, function: function) { state in
          take(&state, answer)
          return lead(&state, answer)
        }
      } catch {
        return Message(error, function: "failed(_:)") { failed(&$0, error) }
      }
    }
  }

  static var showing: Taking<DiaryError, Void> { { $0.context.showError($1) } }
}

// MARK: The terminal's

extension Effect {
  static var redraw: Effect { Effect(.redraw) }
  static var suspend: Effect { Effect(.suspend) }
  static var leave: Effect { Effect(.leave) }
  static func editExternally(_ entry: Entry) -> Effect {
    Effect(.editExternally(entry), entry)
  }
  static func playOnTerminal(_ file: NamedFile, as film: TerminalFilm) -> Effect {
    Effect(.play(file, film), file, film)
  }
  static func copy(_ text: String) -> Effect { Effect(.copy(text), text) }
  static func adopt(_ photos: PhotoDisplay, _ language: Language?) -> Effect {
    Effect(.adopt(photos, language), photos, language)
  }

  var terminal: Terminal? {
    guard case .terminal(let act) = work else { return nil }
    return act
  }

  private init(
    _ act: Terminal, _ arguments: any Hashable & Sendable..., function: String = #function
  ) {
    self.init(function, arguments, .terminal(act))
  }
}

/// What the work of an effect has around it.
@MainActor
final class EffectContext {
  nonisolated let environment: AppEnvironment
  /// Takes what is to be told before the work has ended.
  nonisolated let post: @Sendable (Message) -> Void
  /// Why the last draft couldn't be kept.
  var draftFault: DiaryError?
  /// What is decided about journals, as it was last read.
  var journalRecords: [JournalRecord]?

  init(_ environment: AppEnvironment, post: @escaping @Sendable (Message) -> Void) {
    self.environment = environment
    self.post = post
  }

  nonisolated var service: DiaryService { environment.service }

  func know(_ draft: Result<Void, DiaryError>) {
    if case .failure(let error) = draft { draftFault = error } else { draftFault = nil }
  }

  func know(_ records: [JournalRecord]) { journalRecords = records }
}

extension Result where Success: Sendable {
  /// What a body returns or throws.
  static func of(_ body: () async throws(Failure) -> Success) async -> Result {
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }
}

// MARK: - Running effects

/// Performs effects and posts what comes of them. What takes time runs in a task of its own, so that
/// no key waits for it.
@MainActor
final class EffectRunner {
  let context: EffectContext
  private let drawing: PictureDrawing
  /// What runs, in the order in which it began.
  private var running: [Run] = []
  private var begun = 0

  private struct Run {
    let number: Int
    let slot: Effect.Slot
    let task: Task<Void, Never>
  }

  init(environment: AppEnvironment, post: @escaping @Sendable (Message) -> Void) {
    context = EffectContext(environment, post: post)
    drawing = PictureDrawing(environment.pictures, post: post)
  }

  func perform(_ effect: Effect) {
    switch effect.work {
    case .terminal, .update: break
    case .read(let ask):
      let service = context.service
      begin(.independent) { await ask(service) }
    case .run(let slot, let priority, let work):
      let context = context
      begin(slot, priority) { await work(context) }
    case .draw(let body): body(drawing)
    case .stop(let name, let afterwards):
      let (environment, stopped) = (context.environment, stop(name))
      begin(.independent) {
        for run in stopped { await run.task.value }
        await afterwards(environment)
        return nil
      }
    }
  }

  private func begin(
    _ slot: Effect.Slot, _ priority: TaskPriority? = nil,
    _ work: @escaping @Sendable () async -> Message?
  ) {
    if slot.isReplaced, let name = slot.name { stop(name) }
    let earlier = slot.queue.flatMap { queue in running.last { $0.slot.queue == queue } }
    begun += 1
    let number = begun
    let task = Task(priority: priority) {
      await earlier?.task.value
      let message = await work()
      // Cut short, what another has taken the place of isn't what it should be.
      if let message, !(slot.isReplaced && Task.isCancelled) { context.post(message) }
      running.removeAll { $0.number == number }
    }
    running.append(Run(number: number, slot: slot, task: task))
  }

  @discardableResult
  private func stop(_ name: String) -> [Run] {
    let stopped = running.filter { $0.slot.name == name }
    for run in stopped { run.task.cancel() }
    return stopped
  }

  // MARK: Waiting

  /// Waits for what has been begun in a slot's queue.
  func ended(_ slot: Effect.Slot) async {
    await running.last { $0.slot.queue == slot.queue }?.task.value
  }

  /// Waits until nothing runs any more, but for what is in slots of these names.
  func idle(besides names: Set<String> = []) async {
    while let run = running.first(where: { run in
      !(run.slot.name.map(names.contains) ?? false)
    }) {
      await run.task.value
    }
    await drawing.idle()
  }

  /// Ends what may be cut off, and waits for the rest.
  func finish() async {
    for run in running where run.slot.name != nil { run.task.cancel() }
    for run in running where run.slot.isAwaited { await run.task.value }
    for run in running where run.slot.grace > .zero {
      await Self.wait(for: run.task, atMost: run.slot.grace)
    }
    await context.service.finish()
    await drawing.finish()
  }

  private static func wait(for task: Task<Void, Never>, atMost limit: Duration) async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await task.value
      end.finish()
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in ended {}
    timer.cancel()
  }

  // MARK: Other programs

  /// Posts what other programs have changed. Ranks are those after all changes, so that of several
  /// none can be put in place alone, nor can one whose rank isn't known.
  func lookForExternalChanges() async {
    let (service, post) = (context.service, context.post)
    // A diary that can't be read now says so when it is next asked for something.
    if let known = context.journalRecords, let records = try? await service.journalRecords(),
      records != known
    {
      context.journalRecords = records
      post(.journalsChangedExternally)
    }
    guard var changes = try? await service.refresh() else { return }
    if changes.count == 1, let change = changes.first {
      let rank = try? await service.rank(of: change.entry.order)
      let total = try? await service.count()
      let since = (try? await service.refresh()) ?? []
      // The rank is that after whatever came in the meantime.
      if let rank, let total, since.isEmpty {
        return post(.externalChange(change, rank: rank, of: total))
      }
      changes += since
    }
    if !changes.isEmpty { post(.externalChanges(changes)) }
  }
}
