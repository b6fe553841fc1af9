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
    guard opened >= 0 else { throw Self.failure(errno) }
    number = fcntl(opened, F_DUPFD_CLOEXEC, Self.lowest)
    let code = errno
    close(opened)
    // A limit below that number is given as EINVAL.
    if number < 0 { throw code == EINVAL ? .cannotStart : Self.failure(code) }
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

  private static func failure(_ code: Int32) -> PictureFailure {
    switch code {
    case ENOENT, ENOTDIR: .photo(.missing)
    // Nothing is wrong with the photo.
    case EMFILE, ENFILE, ENOMEM: .cannotStart
    default: .photo(.unreadable)
    }
  }
}
