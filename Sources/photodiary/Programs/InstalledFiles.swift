import System

/// What is installed beside the program, under share/photodiary.
enum InstalledFiles {
  /// The path of a file or folder there, or of the one in Assets of the checkout that the program was built
  /// in; `nil` where there is none.
  static func path(_ name: String) -> String? {
    guard let program = Path.ownProgram else { return nil }
    var folder = Path.parent(program)
    let installed = Path.parent(folder) + "/share/photodiary/" + name
    if FileSystem.isReadable(installed) { return installed }
    while folder != "/" {
      let path = folder + "/Assets/" + name
      if FileSystem.isReadable(path) { return path }
      folder = Path.parent(folder)
    }
    return nil
  }

  /// The photos of the sample diary.
  static var photos: String? { path("photos") }

  /// The names of places. Without them, positions are proposed as coordinates.
  static var places: String? { path("places.bin") }

  /// The lines of the map. Without them, places stand on an empty one.
  static var map: String? { path("map.bin") }
}
