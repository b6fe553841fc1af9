/// The first of `0..<count` for which a condition no longer holds, given that it holds for all
/// before and for none after.
@inlinable package func partitionPoint(_ count: Int, where holds: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
