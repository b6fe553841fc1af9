import TestSupport
import Testing

@Suite("Help") struct HelpCommandTests {
  private let home: TestHome

  init() throws { home = try TestHome() }

  @Test func `the help describes what the first hour needs, and names the rest`() async throws {
    let help = try await home.output("--help")
    expectEqual(
      help,
      """
      OVERVIEW: A photo diary for the terminal: local, private and stored in plain
      files.

      Without a sub-command, opens the diary; press ? there to see the keys.

      Examples:
        photodiary add had coffee with Anna
        photodiary add yesterday 21:00: a walk by the river --photo bridge.jpg
        photodiary search "plum tree"
        photodiary show 1

      USAGE: photodiary [--store <dir> | --diary <name>] [--photos <how>] [--plain]
                                              opens the diary
             photodiary --together            opens all diaries as one timeline
             photodiary <id> | <date>         opens it there
             photodiary <subcommand> ...      see photodiary help <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        today                   Continue today's entry, or write a new one.
        add                     Add an entry and print its id.
        new                     Write a new entry in the diary's editor.
        list                    List entries, newest first.
        search                  Search entries, newest first.
        show                    Show an entry.
        edit                    Edit an entry; without options, in your editor.
        delete                  Move entries to the trash.
        restore                 Restore entries from the trash.
        import                  Add entries from a file, another program's diary, or a
                                folder of photos.
        export                  Export entries and photos to a folder.
        backup                  Back up the diary, check backups, or restore one.
        config                  Print or edit the settings.
        completions             Print the script that completes commands in your
                                shell.
        demo                    Open a sample diary in a temporary folder.

        See 'photodiary help <subcommand>' for detailed help.

      OTHER SUBCOMMANDS:
        Entry                   comment, links, onthisday, remind, history, revert,
                                random, journals, searches, tags, stats, review,
                                trips, map
        Trash                   trash
        Diary                   status, author, verify, watch
        Encryption              encrypt, decrypt, unlock, lock, key
        Several machines        sync, remote, clone, device, photos
        Several people          share, join, people, diaries, publish, follow

        See 'photodiary help --all' for all of them.
      """)
    for arguments in [["-h"], ["help"]] { try await expectEqual(home.output(arguments), help) }
  }

  @Test func `help --all describes every sub-command`() async throws {
    let help = try await home.output("help", "--all")
    for command in [
      "today", "add", "list", "show", "edit", "delete", "restore", "trash", "search", "export",
      "import", "verify", "status", "author", "watch", "demo", "sync", "remote", "clone", "device",
      "completions",
    ] { expectContains(help, "\n  \(command) ", "\(command)") }
    try await expectEqual(home.output("--help", "--all"), help)
  }

  @Test func `examples aren't wrapped in a narrow terminal`() async throws {
    let narrow = home.with(["COLUMNS": "40"])
    for (arguments, example) in [
      (["--help"], "\n  photodiary add yesterday 21:00: a walk by the river --photo bridge.jpg\n"),
      (["list", "--help"], "\n  photodiary list --from 2026-11 --tag walks --with-photos\n"),
      (
        ["help", "search"], "\n  date:2024  date:2024-05..2024-08  date:2024-05-03..  date:..2024  "
      ),
    ] {
      try await expectContains(narrow.output(arguments), example)
      try await expectContains(narrow.inKorean.output(arguments), "\n  photodiary ")
    }
    let lines = try await narrow.output("list", "--help").split(separator: "\n")
    expectEqual(lines.filter { $0.count > 40 && !$0.hasPrefix("  photodiary ") }, [])
  }

  /// In processes of their own: while ArgumentParser makes a script, it answers all completions in
  /// the process for that shell.
  @Test func `completions are printed for each shell`() async throws {
    func script(_ arguments: String...) throws -> String {
      try ProgramResult.run(
        BuiltProgram.path("photodiary"), arguments, environment: home.environment
      ).text
    }
    for shell in ["bash", "zsh", "fish"] {
      let text = try script("completions", shell)
      try expectEqual(script("--generate-completion-script", shell), text)
      for word in ["completions", "today", "add-tag", "device"] { expectContains(text, word) }
    }
    try await expectContains(home.failure("completions", "tcsh", status: 64), "tcsh")
  }
}
