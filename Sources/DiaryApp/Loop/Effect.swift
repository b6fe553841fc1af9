import DiaryCore
import TerminalUI
import Text

/// Asynchronous work requested by an update, with the handler for its result. A feature declares
/// its effects in its own folder.
///
/// Two effects are equal if they were created by the same function with the same arguments. Tests
/// rely on it.
package struct Effect: Sendable {
  /// The work that only the loop can do, because it owns the terminal.
  enum Terminal: Hashable, Sendable {
    case editExternally(Entry)
    /// Plays a video or recording until it ends.
    case play(NamedFile, TerminalVideoOutput)
    /// Copies to the terminal's and the desktop's clipboard.
    case copy(String)
    case redraw
    /// Applies the display mode of photos, the language if it isn't `nil`, and the forms of dates.
    case adopt(PhotoDisplay, Language?, DateStyle)
    case suspend
    case leave
  }

  /// The scheduling of an effect relative to others, and its handling when the program ends.
  struct Slot: Hashable, Sendable {
    /// The name for `stop`. Effects with a name are cancelled when the program ends.
    private(set) var name: String?
    /// The queue in which effects run one after another.
    private(set) var queue: String?
    /// Indicates that the next effect of the same name cancels it.
    private(set) var isReplaced = false
    /// Indicates that the program's end waits for it.
    private(set) var isAwaited = false
    /// The time for which the program's end waits after cancelling it, if it isn't awaited.
    private(set) var grace = Duration.zero

    /// Runs beside all others. The program's end doesn't wait for it.
    static let independent = Slot()
    /// The queue of all writes to the diary and to drafts.
    static let writes = queue("writes")

    /// Replaces the running effect of that name.
    static func latest(_ name: String) -> Slot { Slot(name: name, isReplaced: true) }

    /// Runs after earlier effects of the queue, and is never cancelled.
    static func queue(_ queue: String) -> Slot { Slot(queue: queue, isAwaited: true) }

    /// Can be stopped by the user. The program's end stops it and waits for it.
    static func stoppable(_ name: String, after other: Slot = .independent) -> Slot {
      Slot(name: name, queue: other.queue, isAwaited: true)
    }

    /// Runs after earlier effects of its name and can be stopped. The program's end stops it and
    /// waits for a short time at most.
    static func interruptible(_ name: String) -> Slot {
      Slot(name: name, queue: name, grace: .milliseconds(500))
    }
  }

  enum Work: Sendable {
    case terminal(Terminal)
    /// A change of the state that the loop applies immediately.
    case update(@Sendable (inout AppState) -> [Effect])
    case read(@Sendable (DiaryService) async -> Message)
    case run(Slot, TaskPriority?, @Sendable (EffectContext) async -> Message?)
    case draw(@MainActor @Sendable (PictureDrawing) -> Void)
    /// Cancels the effects of that name; `afterwards` runs when they have ended.
    case stop(String, afterwards: @Sendable (AppEnvironment) async -> Void)
  }

  /// The declaring function, such as `tallyYear(_:requestID:)`.
  let function: String
  let arguments: [any Hashable & Sendable]
  let work: Work
  /// Indicates that it changes the diary, so that the next undo waits for it.
  private(set) var changesDiary = false

  private init(_ function: String, _ arguments: [any Hashable & Sendable], _ work: Work) {
    self.function = function
    self.arguments = arguments
    self.work = work
  }

  /// The declaring function's name without argument labels.
  package var name: String { String(function.prefix { $0 != "(" }) }

  /// Returns the first argument of a type.
  package func argument<Value>(_ type: Value.Type = Value.self) -> Value? {
    arguments.lazy.compactMap { $0 as? Value }.first
  }

  /// Runs the effect if it only reads the diary; otherwise returns `nil`. For tests.
  package func answer(of service: DiaryService) async -> Message? {
    guard case .read(let operation) = work else { return nil }
    return await operation(service)
  }
}

extension Effect: Hashable {
  package static func == (one: Effect, other: Effect) -> Bool {
    one.function == other.function
      && one.arguments.map { AnyHashable($0) } == other.arguments.map { AnyHashable($0) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(function) }
}

// MARK: Declaring effects

extension Effect {
  typealias Operation<Source, Answer> = @Sendable (Source) async throws -> Answer
  typealias Handler<Answer, Result> = @Sendable (inout AppState, Answer) -> Result

  /// Reads the diary, beside all other work. `apply` changes the state with the answer and
  /// `followUps` returns further effects; an error is shown unless `failed` is given.
  static func read<Answer: Sendable>(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ operation: @escaping Operation<DiaryService, Answer>,
    then apply: @escaping Handler<Answer, Void> = { _, _ in },
    thenPerform followUps: @escaping Handler<Answer, [Effect]> = { _, _ in [] },
    failed: @escaping Handler<DiaryError, Void> = showing
  ) -> Effect {
    Effect(function, arguments, .read(outcome(of: operation, apply, followUps, failed, function)))
  }

  /// Reads the diary and returns a message.
  static func read(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    _ operation: @escaping Operation<DiaryService, Message>
  ) -> Effect {
    Effect(
      function, arguments,
      .read { service in
        do { return try await operation(service) } catch {
          return .failed(DiaryError(error))
        }
      })
  }

  /// Reads data outside the diary too, or uses a slot.
  static func run<Answer: Sendable>(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    in slot: Slot = .independent, _ operation: @escaping Operation<EffectContext, Answer>,
    then apply: @escaping Handler<Answer, Void> = { _, _ in },
    thenPerform followUps: @escaping Handler<Answer, [Effect]> = { _, _ in [] },
    failed: @escaping Handler<DiaryError, Void> = showing
  ) -> Effect {
    Effect(
      function, arguments,
      .run(slot, nil, outcome(of: operation, apply, followUps, failed, function)))
  }

  /// Posts messages while it runs.
  static func posting(
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

  /// Posts a message after a time, unless another effect takes the slot before: a timer.
  static func posting(
    _ message: Message, after time: Duration, in slot: Slot,
    _ arguments: any Hashable & Sendable..., function: String = #function
  ) -> Effect {
    Effect(
      function, arguments,
      .run(slot, nil) { context in
        try? await Task.sleep(for: time)
        if !Task.isCancelled { context.post(message) }
        return nil
      })
  }

  /// Changes the diary, after earlier writes. Undo waits for the result.
  static func write(
    _ arguments: any Hashable & Sendable..., function: String = #function,
    in slot: Slot = .writes, _ work: @escaping Operation<EffectContext, Message>,
    failed: @escaping @Sendable (DiaryError) -> Message = Message.saveFailed
  ) -> Effect {
    var effect = Effect(
      function, arguments,
      .run(slot, nil) { context in
        do {
          return try await work(context).endingWrite
        } catch {
          return failed(DiaryError(error)).endingWrite
        }
      })
    effect.changesDiary = true
    return effect
  }

  /// Changes state that screens can't reach: other screens and the loop's properties.
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

  /// Cancels the effects of that name.
  static func stop(
    _ slot: String, _ arguments: any Hashable & Sendable..., function: String = #function,
    afterwards: @escaping @Sendable (AppEnvironment) async -> Void = { _ in }
  ) -> Effect {
    Effect(function, arguments, .stop(slot, afterwards: afterwards))
  }

  private static func outcome<Source, Answer: Sendable>(
    of operation: @escaping Operation<Source, Answer>, _ apply: @escaping Handler<Answer, Void>,
    _ followUps: @escaping Handler<Answer, [Effect]>, _ failed: @escaping Handler<DiaryError, Void>,
    _ function: String
  ) -> @Sendable (Source) async -> Message {
    { source in
      do {
        let answer = try await operation(source)
        return .performing(answer, function: function) { state in
          apply(&state, answer)
          return followUps(&state, answer)
        }
      } catch {
        let error = DiaryError(error)
        return Message(error, function: "failed(_:)") { failed(&$0, error) }
      }
    }
  }

  static var showing: Handler<DiaryError, Void> { { $0.showError($1) } }
}

// MARK: Terminal effects

extension Effect {
  static var redraw: Effect { Effect(.redraw) }
  static var suspend: Effect { Effect(.suspend) }
  static var leave: Effect { Effect(.leave) }
  static func editExternally(_ entry: Entry) -> Effect {
    Effect(.editExternally(entry), entry)
  }
  static func playOnTerminal(_ file: NamedFile, as video: TerminalVideoOutput) -> Effect {
    Effect(.play(file, video), file, video)
  }
  static func copy(_ text: String) -> Effect { Effect(.copy(text), text) }
  static func adopt(
    _ photos: PhotoDisplay, _ language: Language?, _ dates: DateStyle
  ) -> Effect {
    Effect(.adopt(photos, language, dates), photos, language, dates)
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

/// The services and shared state available to an effect's work.
@MainActor
final class EffectContext {
  nonisolated let environment: AppEnvironment
  /// Posts a message before the work has ended.
  nonisolated let post: @Sendable (Message) -> Void
  /// The reason why the last draft couldn't be saved.
  var draftFault: DiaryError?
  /// The journals' records, as they were last read.
  var journalRecords: [JournalRecord]?

  init(_ environment: AppEnvironment, post: @escaping @Sendable (Message) -> Void) {
    self.environment = environment
    self.post = post
  }

  nonisolated var service: DiaryService { environment.service }

  func recordDraft(_ draft: Result<Void, DiaryError>) {
    if case .failure(let error) = draft { draftFault = error } else { draftFault = nil }
  }

  func recordJournals(_ records: [JournalRecord]) { journalRecords = records }
}

extension Result where Success: Sendable {
  /// Creates a result from a throwing closure.
  static func of(_ body: () async throws(Failure) -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension Result where Success: Sendable, Failure == DiaryError {
  /// Creates a result from a closure whose errors are converted.
  static func converting(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(DiaryError(error)) }
  }
}

// MARK: - Running effects

/// Runs effects and posts their results. Work runs in tasks, so that no key waits for it.
@MainActor
final class EffectRunner {
  let context: EffectContext
  private let drawing: PictureDrawing
  /// The running effects, in order of their start.
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
    case .read(let operation):
      let service = context.service
      begin(.independent) { await operation(service) }
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
      // A cancelled and replaced effect has an incomplete result.
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

  /// Waits for the effects started in a slot's queue.
  func ended(_ slot: Effect.Slot) async {
    await running.last { $0.slot.queue == slot.queue }?.task.value
  }

  /// Waits until nothing runs, except in slots of the given names.
  func idle(besides names: Set<String> = []) async {
    while let run = running.first(where: { run in
      !(run.slot.name.map(names.contains) ?? false)
    }) {
      await run.task.value
    }
    await drawing.idle()
  }

  /// Cancels effects with a name, and waits for those that must be awaited.
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

  // MARK: External changes

  /// Posts changes made by other programs. A single change is posted with its rank. Ranks are valid
  /// only after all changes, so several changes are posted without them, as is one of unknown rank.
  func lookForExternalChanges() async {
    let (service, post) = (context.service, context.post)
    if let known = context.journalRecords, let records = try? await service.journalRecords(),
      records != known
    {
      context.journalRecords = records
      post(.journalsChangedExternally)
    }
    var changes: [DiaryChange]
    do { changes = try await service.refresh() } catch {
      // Other errors are reported at the next regular request.
      let error = DiaryError(error)
      if error.requiresReopening { post(.failed(error)) }
      return
    }
    if changes.count == 1, let change = changes.first {
      let rank = try? await service.rank(of: change.entry.sortKey)
      let total = try? await service.count()
      let since = (try? await service.refresh()) ?? []
      // The rank includes all changes made in the meantime.
      if let rank, let total, since.isEmpty {
        return post(.externalChange(change, rank: rank, of: total))
      }
      changes += since
    }
    if !changes.isEmpty { post(.externalChanges(changes)) }
  }
}
