import Glibc

/// Where the photos of the sample diary are.
enum SamplePhotos {
  /// Those that were installed with the program, or those of the checkout it was built in.
  static var folder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    var folder = parent(of: String(cString: resolved))
    let installed = parent(of: folder) + "/share/photodiary/photos"
    if access(installed, R_OK) == 0 { return installed }
    while !folder.isEmpty {
      let photos = folder + "/Assets/photos"
      if access(photos, R_OK) == 0 { return photos }
      folder = parent(of: folder)
    }
    return nil
  }

  /// Of `/bin`, nothing.
  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
