import Dispatch
import Interchange
import Localization
import System

/// Makes books with a browser or another converter that is installed. It gets no network, and what
/// it writes beside the book goes to a private folder.
struct InstalledPrinter: BookPrinter {
  private enum Converter {
    case chromium, weasyprint, wkhtmltopdf
  }

  /// The best first: the others don't know all of what a book is made of.
  private static let names: [(String, Converter)] = [
    ("chromium", .chromium), ("chromium-browser", .chromium), ("google-chrome", .chromium),
    ("google-chrome-stable", .chromium), ("chrome", .chromium), ("weasyprint", .weasyprint),
    ("wkhtmltopdf", .wkhtmltopdf),
  ]

  private var found: (program: HelperProgram, converter: Converter)? {
    Self.names.lazy.compactMap { name, converter in
      HelperProgram.find(name).map { ($0, converter) }
    }.first
  }

  var isReady: Bool { found != nil }

  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String? {
    guard let (program, converter) = found, let env = HelperProgram.find("env") else {
      return localized("no converter was found")
    }
    let arguments =
      Self.surroundings(folder) + Self.withoutNetwork() + [program.path]
      + Self.arguments(converter, page: page, to: file, in: folder)
    let isDone = await ProcessHandle.running(on: .global()) { stop in
      env.run(arguments, within: seconds * 1000, stop: stop) != nil
    }
    guard !isDone else { return nil }
    return localized("\(program.path) failed, or took longer than \(seconds) seconds")
  }

  /// For env(1): a home of its own, and no way to the network by a proxy.
  private static func surroundings(_ folder: String) -> [String] {
    [
      "HOME=\(folder)", "XDG_CONFIG_HOME=\(folder)/config", "XDG_CACHE_HOME=\(folder)/cache",
      "XDG_DATA_HOME=\(folder)/data", "http_proxy=http://127.0.0.1:9",
      "https_proxy=http://127.0.0.1:9",
    ]
  }

  /// What runs a program where there is no network, if the system lets one.
  private static func withoutNetwork() -> [String] {
    guard let unshare = HelperProgram.find("unshare") else { return [] }
    let options = ["--user", "--map-current-user", "--net", "--"]
    guard unshare.run(options + ["true"], within: 10_000) != nil else { return [] }
    return [unshare.path] + options
  }

  private static func arguments(
    _ converter: Converter, page: String, to file: String, in folder: String
  ) -> [String] {
    switch converter {
    case .chromium:
      // Its own sandbox can't be had by root, nor is it needed for a page of ours.
      [
        "--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking",
        "--no-first-run", "--no-pdf-header-footer", "--generate-pdf-document-outline",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(folder)/profile",
        "--print-to-pdf=\(file)",
      ] + (CurrentUser.isRoot ? ["--no-sandbox"] : []) + [address(of: page)]
    case .weasyprint: ["--quiet", address(of: page), file]
    case .wkhtmltopdf:
      [
        "--quiet", "--disable-javascript", "--enable-local-file-access", "--page-size", "A5",
        "--footer-center", "[page]", page, file,
      ]
    }
  }

  private static func address(of path: String) -> String {
    "file://" + path.percentEncoded { "/-_.".utf8.contains($0) }
  }
}
