import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite(
  "Settings from the shell", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct CommandLineSettingsTests {
  private var photodiary: TestHome
  private static let file = "config/photodiary/config.toml"

  init() throws {
    photodiary = try TestHome()
    photodiary.environment = ["VISUAL": nil, "EDITOR": nil, "LC_ALL": nil, "LANG": "C.UTF-8"]
  }

  private func write(_ text: String) throws { try photodiary.folder.write(text, to: Self.file) }

  @Test func `what is in force is printed as settings that can be read back`() throws {
    try write("theme = \"dark\"\n[editor]\ntab_width = 8\n[keys.list]\nnew = [\"a\"]\n")
    var other = photodiary
    other.environment["EDITOR"] = "nano"
    let text = try other.output("--photos", "cells", "config")
    expectContains(text, "theme = \"dark\"  # config.toml, line 1")
    expectContains(text, "tab_width = 8  # config.toml, line 3")
    expectContains(text, "new = [\"a\"]  # config.toml, line 5")
    expectContains(text, "external_editor = \"nano\"  # $EDITOR")
    expectContains(text, "photos = \"cells\"  # command line")
    expectContains(text, "language = \"en\"  # $LANG")
    expectContains(text, "prompt = true  # default")
    try write(text)
    let again = try photodiary.output("config")
    expectContains(again, "theme = \"dark\"  # config.toml, line")
    expectContains(again, "external_editor = \"nano\"  # config.toml, line")
  }
}
