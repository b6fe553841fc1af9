import DiaryCore

/// What of jrnl's settings its journals can't be read without: what a person says, else what the
/// file of settings says that lies beside them.
struct JrnlSettings {
  static let names = ["jrnl.yaml", "jrnl.yml", ".jrnl_config", "jrnl_config.yaml"]
  private static let longest = 1 << 16

  let timeFormat: JrnlTimeFormat?
  let tagSymbols: String

  init(beside tree: ImportTree) {
    // Older ones are JSON, which YAML reads as well.
    let settings = Self.names.lazy
      .compactMap { name in try? tree.open(name).bytes(Self.longest, at: 0) }.first
      .flatMap { try? YAMLParser.parse($0) }
    let format = tree.hints.timeFormat ?? settings?["timeformat"]?.string
    timeFormat = format.flatMap { JrnlTimeFormat($0) }
    let symbols = settings?["tagsymbols"]?.string ?? ""
    tagSymbols = symbols.isEmpty ? JrnlTags.usualSymbols : symbols
  }
}
