import DiaryCore
import Glibc
import Synchronization

/// What an import would bring, put aside until it is brought: a common diary in memory, the rest of
/// a large one in a file that has no name.
final class DraftSpool: Sendable {
  /// In bytes of memory, roughly.
  private static let memorySize = 32 << 20
  private static let bufferSize = 1 << 20

  private struct State {
    /// The first ones.
    var kept: [DraftLine] = []
    var keptSize = 0
    /// The last lines, which the file doesn't have yet.
    var buffer: [UInt8] = []
    /// Open once the buffer was full.
    var file: Int32 = -1
  }

  private let folder: String
  private let state = Mutex(State())

  /// `folder` is where a file may be made; it is made if need be.
  init(below folder: String) { self.folder = folder }

  deinit {
    let file = state.withLock { $0.file }
    if file >= 0 { close(file) }
  }

  /// Puts an entry aside. `heads` are the revisions that it is to replace; none for a new one.
  func add(_ read: ReadEntry, replacing heads: [ID<Revision>] = []) throws(DiaryError) {
    let draft = DraftLine(read: read, heads: heads)
    try state.withLock { state throws(DiaryError) in
      if state.keptSize < Self.memorySize {
        state.kept.append(draft)
        state.keptSize += draft.size
        return
      }
      state.buffer += JSONWriter.bytes(draft.json)
      state.buffer.append(0x0A)
      if state.buffer.count >= Self.bufferSize { try flush(&state) }
    }
  }

  private func flush(_ state: inout State) throws(DiaryError) {
    if state.file < 0 {
      state.file = Self.unnamedFile(below: folder)
      guard state.file >= 0 else { throw failure() }
    }
    var done = 0
    while done < state.buffer.count {
      let count = state.buffer.withUnsafeBytes { bytes in
        write(state.file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
    state.buffer.removeAll(keepingCapacity: true)
  }

  private func failure() -> DiaryError {
    .input(name: folder, .archive(.notWritten(reason: String(cString: strerror(errno)))))
  }

  private static func unnamedFile(below folder: String) -> Int32 {
    guard let place = try? Folder.making(folder) else { return -1 }
    let name = ".spool-" + String(UInt64.random(in: .min ... .max), radix: 16)
    let file = openat(place.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { unlinkat(place.descriptor, name, 0) }
    return file
  }

  /// Gives what was put aside, in its order.
  func reader() -> Reader { Reader(self) }

  /// One walk through the entries of a spool.
  struct Reader {
    private let spool: DraftSpool
    private var kept = 0
    private var rest: [UInt8] = []
    private var place = 0
    private var offset: off_t = 0
    private var hasBuffer = true
    private static let pieceSize = 1 << 20

    fileprivate init(_ spool: DraftSpool) { self.spool = spool }

    /// The next one, `nil` at the end.
    mutating func next() -> DraftLine? {
      let first = spool.state.withLock { $0.kept.indices.contains(kept) ? $0.kept[kept] : nil }
      kept += 1
      if let first { return first }
      while true {
        if let end = rest[place...].firstIndex(of: 0x0A) {
          let line = Array(rest[place..<end])
          place = end + 1
          // What was written here is read here.
          if let draft = DraftLine(line) { return draft }
          continue
        }
        guard fill() else { return nil }
      }
    }

    private mutating func fill() -> Bool {
      rest.removeFirst(place)
      place = 0
      let file = spool.state.withLock { $0.file }
      if file >= 0 {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        let count = pread(file, &piece, piece.count, offset)
        if count > 0 {
          offset += off_t(count)
          rest += piece[..<count]
          return true
        }
      }
      guard hasBuffer else { return false }
      hasBuffer = false
      rest += spool.state.withLock { $0.buffer }
      return true
    }
  }
}
