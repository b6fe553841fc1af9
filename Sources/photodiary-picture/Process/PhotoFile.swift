import System

/// A photo that stands on an open file, mapped into memory: changes to it stay in this process.
struct PhotoFile: ~Copyable {
  private let memory: PrivateMapping

  init(_ descriptor: Descriptor = .standardInput) throws(PictureProblem) {
    guard let count = Self.size(descriptor), count > 0 else { throw .notAnImage }
    guard let memory = PrivateMapping(descriptor, count: count) else { throw .tooLarge }
    self.memory = memory
  }

  /// Nil when it is not a file, or not open.
  static func size(_ descriptor: Descriptor) -> Int? {
    guard let status = try? descriptor.status(), status.isRegularFile else { return nil }
    return max(0, status.size)
  }

  /// Valid while this file is.
  var bytes: Bytes { Bytes(memory.bytes) }
}
