/// A diary of version 0.1.0 with edits, a photo, the trash, journals and an author's name.
package enum OldStore {
  package static let titles = ["With a photo", "첫눈 🙂"]

  /// Copies the diary to `root`, which must not exist, and its device id to `device`.
  package static func copy(to root: String, device: String) throws {
    // Restores permissions, which version control doesn't keep.
    let script = """
      set -e
      mkdir -p -m 700 "$(dirname "$2")" "$(dirname "$3")"
      cp -r "$1/store-0.1.0" "$2" && cp "$1/device-0.1.0" "$3" && chmod -R go-rwx "$2" "$3"
      """
    let result = try ProgramResult.run(
      "/bin/sh", ["-c", script, "sh", Checkout.path("Tests/Fixtures"), root, device])
    guard result.status == 0 else { throw MissingElement(description: result.errorText) }
  }
}
