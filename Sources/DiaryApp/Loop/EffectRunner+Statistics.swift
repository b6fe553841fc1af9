import DiaryCore

extension EffectRunner {
  /// Counts all entries, the newest first, and tells what it knows now and then: no more often than
  /// one looks.
  func countDiary(today: CalendarDay, ticket: Int) {
    counting?.cancel()
    let (service, post) = (environment.service, post)
    counting = Task.detached(priority: .utility) {
      do throws(DiaryError) {
        var told: ContinuousClock.Instant?
        let counted = try await service.counting(EntryQuery()) { counting in
          let now = ContinuousClock.now
          if let told, told.duration(to: now) < .milliseconds(100) { return }
          told = now
          post(.diaryCounted(counting.statistics(today: today), ticket: ticket, isEnd: false))
        }
        guard !Task.isCancelled else { return }
        post(.diaryCounted(counted.statistics(today: today), ticket: ticket, isEnd: true))
      } catch {
        post(.diaryNotCounted(error, ticket: ticket))
      }
    }
  }
}
