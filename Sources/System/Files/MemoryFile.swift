import CSystem

/// Files that live in memory and have no name in any folder.
extension Descriptor {
  /// A new one. What it is called is for whoever looks into the program.
  package static func memory(_ name: String) throws(ErrorNumber) -> Descriptor {
    guard Facility.memfd.isAvailable else { return try memoryInFolder() }
    let number = pd_memory_file(name)
    guard number < 0 else { return Descriptor(number: number) }
    let error = ErrorNumber.last
    guard error == .notImplemented else { throw error }
    return try memoryInFolder()
  }

  /// A new one in a folder that lives in memory, where its name is for a moment. Where there is no such
  /// folder there is no such file, for nothing of it may reach a disk.
  package static func memoryInFolder() throws(ErrorNumber) -> Descriptor {
    for folder in [Environment["XDG_RUNTIME_DIR"], "/dev/shm"] {
      guard let folder, pd_lives_in_memory(folder.systemPath) == 1 else { continue }
      let path = Path.join(
        folder, ".photodiary-" + String(UInt64.random(in: .min ... .max), radix: 16))
      guard let file = try? open(path, [.readWrite, .create, .exclusive, .noFollow]) else {
        continue
      }
      guard FileSystem<SystemError>.removed(path) else {
        file.close()
        throw .last
      }
      return file
    }
    throw .notSupported
  }

  /// A path by which the open file can be opened while it is.
  package var path: String {
    (Facility.proc.isAvailable ? "/proc/self/fd/" : "/dev/fd/") + "\(number)"
  }
}
