import Glibc

/// Gives the names in a folder one after the other, in no order.
package struct FolderStream: ~Copyable {
  private let stream: OpaquePointer
  /// What stands at the last name, as far as the folder itself tells.
  package private(set) var kind: FileKind?

  /// Opens a folder, through symbolic links too.
  package init(at path: String) throws(ErrorNumber) {
    guard let stream = opendir(path.systemPath) else { throw .last }
    self.stream = stream
  }

  /// Reads a folder that is open, which stays the caller's.
  package init(_ folder: Descriptor) throws(ErrorNumber) {
    try self.init(taking: Descriptor.open(".", in: folder, [.readOnly, .folder]))
  }

  /// Reads a folder that is open, and closes it in the end.
  package init(taking folder: Descriptor) throws(ErrorNumber) {
    guard let stream = fdopendir(folder.number) else {
      let error = ErrorNumber.last
      folder.close()
      throw error
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The folder that is read.
  package var folder: Descriptor { Descriptor(number: dirfd(stream)) }

  /// All names that are left.
  package mutating func names() throws(ErrorNumber) -> [String] {
    var names: [String] = []
    while let name = try next() { names.append(name) }
    return names
  }

  /// The next name, `nil` at the end; neither "." nor "..".
  package mutating func next() throws(ErrorNumber) -> String? {
    while true {
      // The end and a failure look alike but for errno: half a folder mustn't pass for all of it.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return nil }
        throw .last
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(systemPath: $0.prefix { $0 != 0 })
      }
      guard name != ".", name != ".." else { continue }
      kind = FileKind(folderEntry: entry.pointee.d_type)
      return name
    }
  }
}
