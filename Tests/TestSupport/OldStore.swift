/// A diary that version 0.1.0 wrote on one device, from May to June 2025: an entry that was changed,
/// one with a photo, one in the trash; two journals; an author whose name was chosen.
package enum OldStore {
  package static let titles = ["With a photo", "첫눈 🙂"]

  /// Copies it to where there is nothing yet, and to another place the id of its device.
  package static func copy(to root: String, device: String) throws {
    let fixtures =
      "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures"
    for (folder, source, target) in [
      (root, "store-0.1.0", root), (device, "device-0.1.0", device),
    ] {
      let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
      _ = try ProgramResult.run("/bin/mkdir", ["-p", "-m", "700", "/" + parent])
      _ = try ProgramResult.run("/bin/cp", ["-r", "\(fixtures)/\(source)", target])
    }
    // As version control doesn't keep them.
    _ = try ProgramResult.run("/bin/chmod", ["-R", "go-rwx", root, device])
  }
}
