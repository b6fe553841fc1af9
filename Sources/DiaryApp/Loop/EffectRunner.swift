import DiaryCore

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
