import DiaryCore

extension Effect {
  /// Finds where one was: so many places of these that are still there, the nearest first, and that
  /// aren't where one is.
  static func findPlace(
    _ places: [Place], steps: Int, _ direction: JumpList.Direction, from current: Place?,
    ticket: Int
  ) -> Effect {
    .read(places, steps, direction, current, ticket) { service async throws(DiaryError) in
      try await PlaceVisit.find(steps, of: places, from: current, in: service)
    } thenPerform: { state, found in
      guard let (index, visit) = found else {
        if state.jumps.stopLooking(ticket) { state.tellOfNoPlace(direction) }
        return []
      }
      // Unless something is being written by now.
      guard state.canGoElsewhere, state.jumps.go(to: index, from: state.place, ticket: ticket)
      else { return [] }
      return state.show(visit)
    }
  }

  static func rememberView(_ view: RememberedView) -> Effect {
    .telling(view, in: .queue("view")) { await $0.environment.viewMemory.remember(view) }
  }
}
