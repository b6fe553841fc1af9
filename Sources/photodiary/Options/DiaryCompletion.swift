import ArgumentParser
import DiaryCore
import System
import Text

/// Shell completions for the names and ids of a diary. They are computed for each Tab, so only the
/// newest entries are read, however many there are.
enum DiaryCompletion {
  private static let entryCount = 50
  private static let taggedCount = 2000

  /// The newest entries, by number in a diary of one person. If none of them matches the typed
  /// prefix of an id, the entry that does.
  static var entries: CompletionKind {
    proposing { dependencies, prefix in
      let diary = dependencies.diary
      let entries = try await diary.entries(EntryQuery(limit: entryCount))
      if prefix.contains(where: { !$0.isNumber }),
        !entries.contains(where: { $0.id.description.hasPrefix(prefix) }),
        let entry = try? await diary.entry(withPrefix: prefix), !entry.isTrashed
      {
        return [Proposal(entry, String(entry.id.description.prefix(8)))]
      }
      return zip(entries, await diary.shortNames(of: entries)).map(Proposal.init)
    }
  }

  static var trashedEntries: CompletionKind {
    proposing { dependencies, _ in
      let entries = Array(try await dependencies.diary.trash().prefix(entryCount))
      return zip(entries, await dependencies.diary.shortNames(of: entries))
        .map(Proposal.init)
    }
  }

  /// The tags of the newest entries, the most used first.
  static var tags: CompletionKind {
    proposing { dependencies, _ in
      var counts: [String: Int] = [:]
      for entry in try await dependencies.diary.entries(EntryQuery(limit: taggedCount)) {
        for tag in entry.allTags { counts[tag, default: 0] += 1 }
      }
      return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { Proposal(value: $0.key, words: CountText.entries($0.value)) }
    }
  }

  static var journals: CompletionKind {
    proposing { dependencies, _ in
      try await dependencies.diary.journals().map {
        Proposal(
          value: JournalName.displayName($0.name), words: $0.count.map(CountText.entries) ?? "")
      }
    }
  }

  static var searches: CompletionKind {
    proposing { dependencies, _ in
      try await dependencies.diary.savedSearches().map {
        Proposal(value: $0.name, words: $0.query)
      }
    }
  }

  static var remotes: CompletionKind {
    proposing { dependencies, _ in
      await dependencies.sync.state().remotes.map {
        Proposal(value: $0.name, words: $0.address)
      }
    }
  }

  static var devices: CompletionKind {
    proposing { dependencies, _ in
      await dependencies.sync.state().devices.map { Proposal(value: $0.shortID, words: $0.name) }
    }
  }

  static var people: CompletionKind {
    proposing(inTheOnlyOne: true) { dependencies, _ in
      try await (dependencies.sync.people() ?? []).map {
        Proposal(value: String($0.id.description.prefix(8)), words: $0.name)
      }
    }
  }

  /// The shell that requests completions, from the variable that ArgumentParser's scripts set.
  private static var shell: CompletionShell? {
    Environment["SAP_SHELL"].flatMap { CompletionShell(rawValue: $0) }
  }

  /// The shared diaries.
  static var diaries: CompletionKind {
    .custom { _, _, _ in
      SharedDiaries.names().compactMap {
        Proposal(value: $0, words: "").line(for: shell)
      }
    }
  }

  /// Creates a completion from the diary that the command line names. `body` gets the text typed so
  /// far. If the diary can't be read, there are no proposals: a message would appear in the middle
  /// of the command line. With `inTheOnlyOne`, the only shared diary is used unless one is named.
  private static func proposing(
    inTheOnlyOne isShared: Bool = false,
    _ body: @escaping @Sendable (Dependencies, String) async throws -> [Proposal]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      func value(of name: String) -> String? {
        let option = words.firstIndex(of: name).map { $0 + 1 }
        return option.flatMap { words.indices.contains($0) ? words[$0] : nil }
      }
      guard
        let dependencies = try? Dependencies(
          store: value(of: "--store"),
          diary: value(of: "--diary") ?? (isShared ? try? SharedDiaries.only() : nil)),
        dependencies.storeExists, (try? await dependencies.open(.optional)) == .open,
        let proposals = try? await body(dependencies, prefix)
      else { return [] }
      return proposals.compactMap { $0.line(for: shell) }
    }
  }
}

/// A value that a shell proposes, with its description.
private struct Proposal {
  let value: String
  let words: String

  /// Returns the line for the shell; `nil` if the value can't be typed on a line.
  func line(for shell: CompletionShell?) -> String? {
    guard value == value.printable, !value.isEmpty else { return nil }
    switch shell {
    // Bash expands the proposals.
    case .bash?: return "'" + value.replacing("'", with: "'\\''") + "'"
    case .zsh?:
      let name = value.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return words.isEmpty ? name : "\(name):\(words.printable)"
    case .fish?: return words.isEmpty ? value : "\(value)\t\(words.printable)"
    default: return value
    }
  }
}

extension Proposal {
  fileprivate init(_ entry: Entry, _ name: String) {
    self.init(value: name, words: "\(entry.date.day)  \(entry.displayTitle)")
  }
}

// MARK: - CompletionsCommand

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: localized("Print the script that completes commands in your shell."),
    discussion: localized(
      id: "discussion.completions",
      """
      The script completes sub-commands, options, tags, journals and the ids of entries. Packages \
      install it already.

      Examples:
        photodiary completions bash > ~/.local/share/bash-completion/completions/photodiary
        photodiary completions zsh > ~/.zfunc/_photodiary
        photodiary completions fish > ~/.config/fish/completions/photodiary.fish
      """))

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: .localized("The shell."))
  var shell: Shell

  func run() throws {
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    let script = PhotoDiary.completionScript(for: shell)
    try Output.write { output in try output.text(script.hasSuffix("\n") ? script : script + "\n") }
  }
}
