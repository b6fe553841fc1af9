/// How much is put on a remote at once. What is broken off begins anew with it, so it begins small; and as
/// a call costs time of its own, as with git's dozens of processes, it grows where it goes quickly.
struct SendingPortion {
  private static let (least, most) = (32 << 20, 128 << 20)
  /// In bytes, of files that are as many as it may hold.
  private static let smallFile = 512 << 10
  /// What takes less time may as well be twice as much.
  private static let short = Duration.seconds(5)

  private(set) var size = least

  /// Whether there is room for another file beside others.
  func holds(files: Int, bytes: Int) -> Bool {
    bytes < size && files < size / Self.smallFile
  }

  /// Notes how long it took.
  mutating func note(_ time: Duration) {
    size = time < Self.short ? min(2 * size, Self.most) : max(size / 2, Self.least)
  }
}
