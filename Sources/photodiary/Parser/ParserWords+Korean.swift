import Words

extension ParserWords {
  // The first that fits is taken.
  static let koreanMessages = [
    ForeignText("Unknown option '%1'. Did you mean '%2'?", "알 수 없는 옵션 '%1'. '%2'{을/를} 쓰려고 했나요?"),
    ForeignText("Unknown option '%1'", "알 수 없는 옵션 '%1'"),
    ForeignText("Missing value for '%1'", "'%1'의 값이 없습니다"),
    ForeignText(
      "The option '%1' does not take any value, but '%2' was specified.",
      "옵션 '%1'에는 값을 쓰지 않는데 '%2'{을/를} 썼습니다."),
    ForeignText("Unexpected argument '%1'", "쓰이지 않는 인자 '%1'"),
    ForeignText("%1 unexpected arguments: '%2'", "쓰이지 않는 인자 %1개: '%2'"),
    ForeignText(
      "Value to be set with flag %1 had already been set with flag %2",
      "%1{으로/로} 정할 값을 %2{으로/로} 이미 정했습니다"),
    ForeignText("Missing expected argument '%1'", "인자 '%1'{이/가} 없습니다"),
    ForeignText("Missing one of: '%1'", "다음 중 하나가 없습니다: '%1'"),
    ForeignText("Missing required subcommand.", "하위 명령이 없습니다."),
    ForeignText(
      "The value '%1' is invalid for '%2'. Please provide one of '%3' or '%4'.",
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요: '%3', '%4'."),
    ForeignText(
      "The value '%1' is invalid for '%2'. Please provide one of '%3' and '%4'.",
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요: '%3', '%4'."),
    ForeignText(
      "The value '%1' is invalid for '%2'. Please provide one of the following:\n%3",
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요:\n%3"),
    ForeignText("The value '%1' is invalid for '%2': %3", "'%2'에 '%1'{은/는} 쓸 수 없습니다: %3"),
    ForeignText("The value '%1' is invalid for '%2'", "'%2'에 '%1'{은/는} 쓸 수 없습니다"),
    ForeignText("Invalid option: %1", "잘못된 옵션: %1"),
    ForeignText(
      "Can't generate completion scripts for '%1'.\n%2", "'%1'의 자동 완성 스크립트는 만들 수 없습니다.\n%2"),
  ]

  static let koreanHelp = [
    ForeignText("OVERVIEW: %1", "개요: %1"),
    ForeignText("USAGE: %1", "사용법: %1"),
    ForeignText("ARGUMENTS:", "인자:"),
    ForeignText("OPTIONS:", "옵션:"),
    ForeignText("SUBCOMMANDS:", "하위 명령:"),
    ForeignText("%1 SUBCOMMANDS:", "%1 명령:"),
    ForeignText("  --version %1Show the version.", "  --version %1버전을 보여 줍니다."),
    ForeignText("  -h, --help %1Show help information.", "  -h, --help %1도움말을 보여 줍니다."),
    ForeignText("%1(values: %2; default: %3)", "%1(값: %2; 기본값: %3)"),
    ForeignText("%1(values: %2)", "%1(값: %2)"),
    ForeignText("%1(default: %2)", "%1(기본값: %2)"),
    ForeignText("  See '%1' for detailed help.", "  자세한 도움말은 '%1'{을/를} 참고하세요."),
  ]
}
