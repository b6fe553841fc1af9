import ArgumentParser
import DiaryCore

/// The options of all commands that take a value, as the parser itself describes them.
enum ValueOptions {
  /// With their dashes. To list them takes some milliseconds: only who needs them asks.
  static let names: Set<String> = {
    let description = try? JSONParser.parse(PhotoDiary._dumpHelp())
    return description?["command"].map { names(of: $0) } ?? []
  }()

  private static func names(of command: JSONValue) -> Set<String> {
    var names: Set<String> = []
    for argument in command["arguments"]?.array ?? [] where argument["kind"]?.string == "option" {
      for name in argument["names"]?.array ?? [] where name["kind"]?.string == "long" {
        if let name = name["name"]?.string { names.insert("--" + name) }
      }
    }
    for command in command["subcommands"]?.array ?? [] { names.formUnion(self.names(of: command)) }
    return names
  }
}
