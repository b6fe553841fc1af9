import ArgumentParser
import DiaryCore
import System
import Text

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: localized("Open a sample diary in a temporary folder."),
    discussion: localized(
      id: "discussion.demo",
      """
      Try every key: your own diary isn't changed, and the sample is deleted when you quit.

      --two creates two copies that sync through a folder, as on two machines. The first one opens \
      here; a line says how to open the other in a second terminal. Both are kept until you delete \
      them. Instructions appear when you quit.

      Examples:
        photodiary demo
        photodiary demo --two
      """))

  @Flag(help: .localized("Create two sample diaries that sync with each other, and open one."))
  var two = false

  @OptionGroup var screenOptions: ScreenOptions

  func run() async throws {
    guard Output.isTerminal else { throw CommandError.notATerminal }
    let folder = try TemporaryFolder.make()
    if two { return try await openTwo(below: folder) }
    defer { TemporaryFolder.remove(folder) }
    let dependencies = Dependencies(Folders(within: folder))
    try await DemoDiary(dependencies).fill()
    let status = try await openDiary(dependencies, screenOptions.choice)
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Opens one of two diaries. Both are kept, unless the user stops before the first one is open.
  private func openTwo(below folder: String) async throws {
    let diaries = TwoDiaries(below: folder)
    do {
      try await diaries.make()
    } catch {
      TemporaryFolder.remove(folder)
      throw error
    }
    diaries.explain()
    guard let prompt = TerminalPrompt(),
      prompt.ask(localized("Press Enter to open the first one here: "), isShown: true) != nil
    else { return TemporaryFolder.remove(folder) }
    let status = try await openDiary(diaries.first, screenOptions.choice)
    diaries.explainEnd()
    guard status == 0 else { throw ExitCode(status) }
  }
}

// MARK: - TwoDiaries

/// The sample diary on two simulated machines, which sync through a folder. All files are below one
/// folder, which is kept until the user removes it.
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

  /// Fills the first diary, syncs it with the folder, and clones the second one from it.
  ///
  /// - Throws: `CommandError`, `DiaryError` or `MessageError` if a diary can't be created.
  func make() async throws {
    for place in [shared, folder + "/laptop", folder + "/desktop"] {
      FileSystem.makeFoldersIfPossible(place)
    }
    try await DemoDiary(first).fill()
    let remote = NewRemote(name: "home", address: shared)
    let added = try await first.sync.add(remote) { _ in }
    var copy = remote
    copy.recoveryWords = added.recoveryWords
    let result = try await second.sync.clone(copy) { _ in }
    if let error = added.result.error ?? result.error { throw CommandError(error) }
    // Renames the devices, as both have the name of this machine.
    try await name(second, "desktop")
    try await name(first, "laptop")
    _ = await second.sync.sync(nil, isDryRun: false) { _ in }
    try writeScript("laptop", of: first)
    try writeScript("desktop", of: second)
  }

  private func name(_ machine: Dependencies, _ name: String) async throws {
    let devices = await machine.sync.state().devices
    guard let device = devices.first(where: \.isCurrentDevice) else { return }
    try await machine.sync.rename(device: device.id, to: name)
    _ = await machine.sync.sync(nil, isDryRun: false) { _ in }
  }

  /// Prints suggestions, and the command that opens the second diary, on standard error.
  func explain() {
    ErrorLine.report(
      localized("Two copies of the sample diary sync through \(shared), as on two machines."))
    ErrorLine.report(localized("Open the second one in another terminal:"))
    Self.report(script("desktop"))
    ErrorLine.report(
      localized(
        """
        Write in either, then sync both by pressing Y twice, or with the commands below. If you change \
        the same entry in both before syncing, both versions are kept.
        """))
    for name in ["laptop", "desktop"] { Self.report(script(name), "sync") }
  }

  /// Prints the commands that open the diaries again and remove them.
  func explainEnd() {
    ErrorLine.report(localized("Both diaries are kept. To open them again:"))
    for name in ["laptop", "desktop"] { Self.report(script(name)) }
    ErrorLine.report(localized("To delete them:"))
    Self.report("rm", "-r", ShellWord.quoted(folder))
  }

  /// Prints a command line for the shell.
  private static func report(_ words: String...) {
    ErrorLine.report("  " + words.joined(separator: " "))
  }

  /// Returns the path of the script that runs this program as on that machine.
  private func script(_ name: String) -> String { "\(folder)/\(name).sh" }

  private func writeScript(_ name: String, of machine: Dependencies) throws {
    let folders = machine.folders
    let words = [
      "exec", "env", "XDG_STATE_HOME=" + Path.parent(folders.state),
      "XDG_CACHE_HOME=" + Path.parent(folders.cache), Path.executable ?? "photodiary", "--store",
      folders.store,
    ]
    let text = "#!/bin/sh\n" + words.map(ShellWord.quoted).joined(separator: " ") + " \"$@\"\n"
    let path = script(name)
    do {
      try OpenFile(path, .new, mode: 0o700).write(Array(text.utf8))
    } catch {
      throw CommandError(localized("Couldn't write \(path): \(error.message)."))
    }
  }
}
