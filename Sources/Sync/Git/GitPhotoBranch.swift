import System

/// The branch that this device pushes photos to. Its commits' photos aren't here, so git would miss them
/// if the cache had the branch: what it is called, and its last commit, stand in a file.
struct GitPhotoBranch {
  struct Place { let path: String }

  let reference: String
  /// Its last commit, and that as git keeps it.
  var commit: String?
  let text: String?

  /// As it was left, or a new one: where the cache is new, and where the remote has another commit.
  init(_ place: Place, _ device: String, isNew: Bool) throws(RemoteFault) {
    if !isNew, let file = try? OpenFile(place.path, .readOnly),
      let bytes = try? file.rest(atMost: 1 << 16)
    {
      let parts = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", maxSplits: 2, omittingEmptySubsequences: false
      ).map(String.init)
      if parts.count == 3, GitListing.isObject(parts[1]) {
        (reference, commit, text) = (parts[0], parts[1], parts[2])
        return
      }
    }
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    reference = "refs/heads/photodiary-photos/\(device)-\(number)"
    commit = nil
    text = nil
  }

  /// Remembers it.
  func keep(at place: Place, _ git: GitProgram) throws(RemoteFault) {
    guard let commit else { return }
    let text = try git.run(["cat-file", "commit", commit])
    try RemoteFault.here(
      DurableFile<SystemError>.write(
        Array("\(reference)\n\(commit)\n\(text)".utf8), to: place.path))
  }
}
