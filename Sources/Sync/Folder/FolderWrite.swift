import System

/// Writes a file into a folder that is a remote: beside its place, synced, renamed, the folder synced.
enum FolderWrite {
  static func put(
    _ file: OutgoingFile, in root: borrowing Folder, _ stop: RemoteStop
  ) throws(RemoteFault) {
    var source = try OutgoingBytes(file)
    var failure: RemoteFault?
    try RemoteFault.there { () throws(SystemError) in
      let (folder, last) = Path.split(file.name.path)
      try FolderRemote.visit(folder, in: root, making: true) { folder throws(SystemError) in
        let temporary = temporaryName
        do throws(SystemError) {
          let copy = try folder.newFile(temporary)
          do throws(RemoteFault) {
            while let piece = try source.next() {
              try RemoteFault.there { () throws(SystemError) in try copy.write(piece) }
              try stop.check()
            }
          } catch {
            failure = error
            return folder.removeQuietly(temporary)
          }
          try copy.sync()
          try folder.rename(temporary, to: last)
        } catch {
          folder.removeQuietly(temporary)
          throw error
        }
        try folder.sync()
      }
    }
    if let failure { throw failure }
  }

  /// A name that Syncthing, Dropbox and Nextcloud take for a temporary file's, and leave alone.
  private static var temporaryName: String {
    "~syncthing~photodiary-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}

extension Folder {
  fileprivate borrowing func removeQuietly(_ name: String) { try? descriptor.unlink(name) }
}
