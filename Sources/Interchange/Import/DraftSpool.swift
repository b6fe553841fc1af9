import Crypto
import DiaryCore
import Synchronization
import System

/// What an import would bring, put aside until it is brought: a common diary in memory, the rest of
/// a large one in a file that has no name. What is there is sealed with a key that is in memory alone, for
/// the diary that it goes to may be encrypted.
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
    var file: Descriptor?
    /// The places of the file's pieces, each of which was a buffer.
    var pieces: [Range<Int>] = []
  }

  private let folder: String
  private let key = SymmetricKey(size: .bits256)
  private let state = Mutex(State())

  /// `folder` is where a file may be made; it is made if need be.
  init(below folder: String) { self.folder = folder }

  deinit {
    state.withLock { $0.file }?.close()
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
    let nonce = randomBytes(ChaChaPoly.nonceSize)
    let sealed =
      nonce + state.buffer.withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: nonce) }
    do throws(ErrorNumber) {
      let file = if let file = state.file { file } else { try Self.unnamedFile(below: folder) }
      state.file = file
      try file.write(sealed)
    } catch {
      throw .input(name: folder, .archive(.notWritten(reason: error.words)))
    }
    let start = state.pieces.last?.upperBound ?? 0
    state.pieces.append(start..<start + sealed.count)
    state.buffer.removeAll(keepingCapacity: true)
  }

  /// What was once in the buffer; `nil` where nothing more was.
  private func piece(_ index: Int) -> [UInt8]? {
    guard
      let (file, range) = state.withLock({ state in
        state.pieces.indices.contains(index) ? state.file.map { ($0, state.pieces[index]) } : nil
      }),
      let sealed = try? file.bytes(range.count, at: range.lowerBound),
      sealed.count >= ChaChaPoly.nonceSize
    else { return nil }
    return sealed.dropFirst(ChaChaPoly.nonceSize).withUnsafeBytes {
      ChaChaPoly.open($0, using: key, nonce: Array(sealed.prefix(ChaChaPoly.nonceSize)))
    }
  }

  private static func unnamedFile(below folder: String) throws(ErrorNumber) -> Descriptor {
    FileSystem.makeFoldersAsCan(folder)
    let index = try Descriptor.open(folder, [.readOnly, .folder])
    defer { index.close() }
    let name = ".spool-" + String(UInt64.random(in: .min ... .max), radix: 16)
    let file = try Descriptor.open(name, in: index, [.readWrite, .create, .exclusive])
    try? index.unlink(name)
    return file
  }

  /// Gives what was put aside, in its order.
  func reader() -> Reader { Reader(self) }

  /// One walk through the entries of a spool.
  struct Reader {
    private let spool: DraftSpool
    private var kept = 0
    private var rest: [UInt8] = []
    private var index = 0
    private var pieces = 0
    private var hasBuffer = true

    fileprivate init(_ spool: DraftSpool) { self.spool = spool }

    /// The next one, `nil` at the end.
    mutating func next() -> DraftLine? {
      let first = spool.state.withLock { $0.kept.indices.contains(kept) ? $0.kept[kept] : nil }
      kept += 1
      if let first { return first }
      while true {
        if let end = rest[index...].firstIndex(of: 0x0A) {
          let line = Array(rest[index..<end])
          index = end + 1
          // What was written here is read here.
          if let draft = DraftLine(line) { return draft }
          continue
        }
        guard fill() else { return nil }
      }
    }

    private mutating func fill() -> Bool {
      rest.removeFirst(index)
      index = 0
      if let piece = spool.piece(pieces) {
        pieces += 1
        rest += piece
        return true
      }
      guard hasBuffer else { return false }
      hasBuffer = false
      rest += spool.state.withLock { $0.buffer }
      return true
    }
  }
}
