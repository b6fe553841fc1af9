import DiaryCore
import Localization
import System

/// The sample diary on two machines that are made up, with a folder between them that both sync
/// through: everything below one folder, which stays until the person removes it.
struct TwoDiaries {
  let folder: String
  let first: Dependencies
  let second: Dependencies

  init(below folder: String) {
    self.folder = folder
    first = Dependencies(Folders(within: folder + "/laptop"))
    second = Dependencies(Folders(within: folder + "/desktop"))
  }

  /// The folder that both machines reach.
  private var shared: String { folder + "/between" }

  /// Fills the first diary, syncs it with the folder, and makes the second of that.
  func make() async throws {
    for place in [shared, folder + "/laptop", folder + "/desktop"] {
      FileSystem.makeFoldersAsCan(place)
    }
    try await DemoDiary(dependencies: first, photos: InstalledFiles.photos).fill()
    let remote = NewRemote(name: "home", address: shared)
    let added = try await first.sync.add(remote) { _ in }
    var copy = remote
    copy.words = added.words
    let result = try await second.sync.clone(copy) { _ in }
    if let error = added.result.error ?? result.error { throw CommandError(error) }
    // By their own names nobody could tell the two apart: they are one machine.
    try await name(second, "desktop")
    try await name(first, "laptop")
    _ = await second.sync.sync(nil, isDryRun: false) { _ in }
    try writeScript("laptop", of: first)
    try writeScript("desktop", of: second)
  }

  private func name(_ machine: Dependencies, _ name: String) async throws {
    let devices = await machine.sync.state().devices
    guard let device = devices.first(where: \.isThis) else { return }
    try await machine.sync.rename(device: device.id, to: name)
    _ = await machine.sync.sync(nil, isDryRun: false) { _ in }
  }

  /// What to try, and how to reach the second diary, on standard error.
  func explain() {
    ErrorLine.report(
      localized("Two copies of the sample diary, as on two machines, sync through \(shared)."))
    ErrorLine.report(localized("Open the second one in another terminal:"))
    Self.report(script("desktop"))
    ErrorLine.report(
      localized(
        """
        Write in either and sync both, with Y and s there or with the lines below. Change one entry \
        in both before you sync: both versions are kept.
        """))
    for name in ["laptop", "desktop"] { Self.report(script(name), "sync") }
  }

  /// How to go on, and how to end it.
  func explainEnd() {
    ErrorLine.report(localized("Both diaries are still there. To open them again:"))
    for name in ["laptop", "desktop"] { Self.report(script(name)) }
    ErrorLine.report(localized("When you have seen enough:"))
    Self.report("rm", "-r", ShellWord.quoted(folder))
  }

  /// A line for the shell.
  private static func report(_ words: String...) {
    ErrorLine.report("  " + words.joined(separator: " "))
  }

  /// The path of what runs this program as on that machine.
  private func script(_ name: String) -> String { "\(folder)/\(name).sh" }

  private func writeScript(_ name: String, of machine: Dependencies) throws(CommandError) {
    let folders = machine.folders
    let words = [
      "exec", "env", "XDG_STATE_HOME=" + Path.parent(folders.state),
      "XDG_CACHE_HOME=" + Path.parent(folders.cache), Path.ownProgram ?? "photodiary", "--store",
      folders.store,
    ]
    let text = "#!/bin/sh\n" + words.map(ShellWord.quoted).joined(separator: " ") + " \"$@\"\n"
    let path = script(name)
    do throws(SystemError) {
      try OpenFile(path, .new, mode: 0o700).write(Array(text.utf8))
    } catch {
      throw CommandError(localized("Couldn't write \(path): \(error.words)."))
    }
  }
}
