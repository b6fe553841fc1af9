import Glibc
import TestSupport

/// An installed browser without a window.
struct Browser {
  /// The folder of its profile.
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let path: String? = {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }.first { access($0, X_OK) == 0 }
  }()

  struct Visit {
    /// The page after its scripts have run.
    let document: String
    /// Messages of the console.
    let complaints: [String]
  }

  func visit(_ page: String, dark: Bool = false) throws -> Visit {
    let result = try run([
      "--dump-dom", "--enable-logging=stderr", "--virtual-time-budget=3000",
      "--blink-settings=preferredColorScheme=\(dark ? 0 : 1)", "file://" + page,
    ])
    return Visit(
      document: result.text,
      complaints: result.errorText.split(separator: "\n").map(String.init)
        .filter { $0.contains("CONSOLE") })
  }

  private func run(_ arguments: [String]) throws -> ProgramResult {
    // The browser's sandbox doesn't work for root.
    let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
    return try ProgramResult.run(
      Self.path ?? "chromium",
      [
        "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--user-data-dir=\(folder.path)/profile",
      ] + sandbox + arguments, environment: ["HOME": folder.path])
  }
}
