import Glibc

/// Returns the first index of `0..<count` for which a condition is false, found by binary search.
///
/// The condition must be true for all indices before it, and false for all after it.
///
/// - Throws: the error of the condition.
@inlinable package func partitionPoint<Failure>(
  _ count: Int, where holds: (Int) throws(Failure) -> Bool
) throws(Failure) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if try holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}

/// Returns the first index of `0..<count` for which a condition is false, searching around a guess
/// first. If the guess is close, only indices around it are tested.
@inlinable package func partitionPoint(
  _ count: Int, near guess: Int, where holds: (Int) -> Bool
) -> Int {
  guard (0..<count).contains(guess) else { return partitionPoint(count, where: holds) }
  var range = 0..<count
  var step = 16
  if holds(guess) {
    range = guess + 1..<count
    while step < range.count {
      let next = range.lowerBound + step
      guard holds(next) else {
        range = range.lowerBound..<next
        break
      }
      range = next + 1..<count
      step *= 4
    }
  } else {
    range = 0..<guess
    while step < range.count {
      let next = range.upperBound - step
      guard !holds(next) else {
        range = next + 1..<range.upperBound
        break
      }
      range = 0..<next
      step *= 4
    }
  }
  return range.lowerBound + partitionPoint(range.count) { holds(range.lowerBound + $0) }
}

/// Functions of the C mathematics library, which Swift's standard library doesn't have.
extension Float {
  @inlinable package func power(_ exponent: Float) -> Float { powf(self, exponent) }
  @inlinable package var cubeRoot: Float { cbrtf(self) }
  @inlinable package var sine: Float { sinf(self) }
  @inlinable package var cosine: Float { cosf(self) }
  @inlinable package var naturalLogarithm: Float { logf(self) }
}
