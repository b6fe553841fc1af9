import DiaryCore

/// What has been counted of the diary, while a screen shows it.
struct StatisticsCache: Sendable {
  private(set) var statistics = DiaryStatistics()
  /// Changes whenever they do.
  private(set) var generation = 0
  /// Whether all entries have been counted; until then, those of the latest days are.
  private(set) var isWhole = false
  /// The day that was today then.
  private var day: CalendarDay?
  /// Of the counting that is under way.
  private var requestID: Int?
  /// Whether entries have changed since they were counted.
  var isStale = true

  var isCounting: Bool { requestID != nil }

  /// Whether there is nothing to count.
  var isEmpty: Bool { isWhole && statistics.total.entries == 0 }

  /// Whether entries have to be counted, which is then noted. What was counted before is shown until
  /// that is done.
  mutating func request(on day: CalendarDay, requestID: Int) -> Bool {
    guard isStale || self.day != day else { return false }
    (self.day, self.requestID, isStale) = (day, requestID, false)
    return true
  }

  mutating func take(_ counted: DiaryStatistics, _ requestID: Int, isEnd: Bool) {
    guard self.requestID == requestID else { return }
    if isEnd || !isWhole {
      statistics = counted
      generation += 1
    }
    guard isEnd else { return }
    isWhole = true
    self.requestID = nil
  }

  mutating func fail(_ requestID: Int) { if self.requestID == requestID { self.requestID = nil } }
}

extension Effect {
  /// Counts all entries, the newest first, and tells what it knows now and then: no more often than
  /// one looks.
  static func countDiary(today: CalendarDay, requestID: Int) -> Effect {
    .telling(today, requestID, in: .latest("count"), priority: .utility) { context in
      do throws(DiaryError) {
        var told: ContinuousClock.Instant?
        let counted = try await context.service.counting(EntryQuery()) { counting in
          let now = ContinuousClock.now
          if let told, told.duration(to: now) < .milliseconds(100) { return }
          told = now
          context.post(
            .diaryCounted(counting.statistics(today: today), requestID: requestID, isEnd: false))
        }
        guard !Task.isCancelled else { return }
        context.post(
          .diaryCounted(counted.statistics(today: today), requestID: requestID, isEnd: true))
      } catch {
        context.post(
          Message(error, requestID) { state in
            state.figures?.fail(requestID)
            state.context.showError(error)
          })
      }
    }
  }

  static var stopCounting: Effect { .stop("count") }
}

extension Message {
  /// What has been counted so far, and whether that is all.
  static func diaryCounted(_ counted: DiaryStatistics, requestID: Int, isEnd: Bool) -> Message {
    Message(counted, requestID, isEnd) { state in
      state.figures?.take(counted, requestID, isEnd: isEnd)
      let places = state.figures?.statistics.places ?? []
      state.screens.update(PlacesState.self) { $0.take(places) }
      if state.completesFigures { _ = state.context.completeSearch() }
    }
  }
}
