/// The places that one has jumped from, the latest last, and where in them one is. Going back and
/// forward leaves them as they are; a jump from among them forgets those that were ahead.
package struct JumpList: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case back, forward
  }

  /// Places that are being looked for.
  private struct Search: Hashable, Sendable {
    let direction: Direction
    var steps: Int
    var requestID: Int
    /// Where those that are asked for stand.
    var indices: [Int]
  }

  package private(set) var locations: [Location] = []
  /// The place that one has gone back to; the number of places where one isn't among them.
  package private(set) var index = 0
  private var search: Search?

  private static let most = 100

  package init() {}

  /// A jump is made from a place.
  package mutating func record(_ location: Location) {
    search = nil
    // The one that was gone back to stays, though one may have moved on from there.
    locations.removeSubrange(min(index + 1, locations.count)...)
    if locations.last?.isSame(as: location) == true { locations.removeLast() }
    locations.append(location)
    locations.removeFirst(max(0, locations.count - Self.most))
    index = locations.count
  }

  /// Which places may be gone to, the nearest first, and how many steps are to be made: keys that
  /// come before the answer add to them. `nil` if there is none.
  package mutating func request(
    _ direction: Direction, from current: Location?, requestID: Int
  ) -> (locations: [Location], steps: Int)? {
    let all =
      direction == .back
      ? Array((0..<index).reversed()) : Array(locations.indices.dropFirst(index + 1))
    // One may be there already, by other ways.
    let indices = all.drop { location in current.map { locations[location].isSame(as: $0) } ?? false
    }
    guard !indices.isEmpty else { return nil }
    let steps = search?.direction == direction ? (search?.steps ?? 0) + 1 : 1
    search = Search(
      direction: direction, steps: steps, requestID: requestID, indices: Array(indices))
    return (indices.map { locations[$0] }, steps)
  }

  /// One goes to one of the places that were asked for, from the current one. `false` if it was
  /// another question.
  package mutating func go(to found: Int, from current: Location?, requestID: Int) -> Bool {
    guard let search, search.requestID == requestID, search.indices.indices.contains(found) else {
      return false
    }
    self.search = nil
    let target = search.indices[found]
    if let current {
      // So that forward leads back here.
      if locations.indices.contains(index) {
        locations[index] = current
      } else if locations.last?.isSame(as: current) == true {
        locations[locations.count - 1] = current
      } else {
        locations.append(current)
      }
    }
    index = target
    return true
  }

  /// None of those that were asked for is still there.
  package mutating func stopLooking(_ requestID: Int) -> Bool {
    guard search?.requestID == requestID else { return false }
    search = nil
    return true
  }
}
