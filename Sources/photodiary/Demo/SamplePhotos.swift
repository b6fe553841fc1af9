import System

/// Where the photos of the sample diary are.
enum SamplePhotos {
  /// Those that were installed with the program, or those of the checkout it was built in.
  static var folder: String? {
    guard let program = Path.ownProgram else { return nil }
    var folder = parent(of: program)
    let installed = parent(of: folder) + "/share/photodiary/photos"
    if FileSystem.isReadable(installed) { return installed }
    while !folder.isEmpty {
      let photos = folder + "/Assets/photos"
      if FileSystem.isReadable(photos) { return photos }
      folder = parent(of: folder)
    }
    return nil
  }

  /// Of `/bin`, nothing.
  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
