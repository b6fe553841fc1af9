import Glibc

/// What is wrong with the file that should be a photo, before anybody looked into it.
enum PhotoFaultOfFile: Hashable {
  case missing, isFolder, notAFile, unreadable
}

/// An open file that closes itself.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// A photo opened for reading: shared with the thread that waits for the program.
final class PhotoDescriptor: Sendable {
  let number: Int32

  /// Above every number that a photo has in the picture program: while it gets its files there,
  /// none takes another one's place.
  static let lowest: Int32 = 128

  init(path: String) throws(PictureFailure) {
    // A named pipe would otherwise wait for a writer.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else {
      throw .photo(errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable)
    }
    number = fcntl(opened, F_DUPFD_CLOEXEC, Self.lowest)
    close(opened)
    if number < 0 { throw .photo(.unreadable) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .photo(.unreadable) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .photo(.isFolder)
    default: throw .photo(.notAFile)
    }
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
