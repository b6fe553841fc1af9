import DiaryCore

extension Effect {
  /// Finds where one was: so many places of these that are still there, the nearest first, and that
  /// aren't where one is.
  static func findLocation(
    _ locations: [Location], steps: Int, _ direction: JumpList.Direction, from current: Location?,
    requestID: Int
  ) -> Effect {
    .read(locations, steps, direction, current, requestID) { service async throws(DiaryError) in
      try await ResolvedLocation.find(steps, of: locations, from: current, in: service)
    } thenPerform: { state, found in
      guard let (index, visit) = found else {
        if state.jumps.stopLooking(requestID) { state.reportNoLocation(direction) }
        return []
      }
      // Unless something is being written by now.
      guard state.canGoElsewhere,
        state.jumps.go(to: index, from: state.location, requestID: requestID)
      else { return [] }
      return state.show(visit)
    }
  }

  static func rememberView(_ view: RememberedView) -> Effect {
    .telling(view, in: .queue("view")) { await $0.environment.viewMemory.remember(view) }
  }
}
