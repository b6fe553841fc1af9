import DiaryCore

/// The day that weeks begin with, as a person sets it.
package enum WeekStart: String, Hashable, Sendable, CaseIterable {
  /// As where the person lives, by the locale.
  case auto
  case monday, sunday, saturday

  /// 0 for Sunday; `locale` is that of the person's place.
  package func weekday(locale: Int) -> Int {
    switch self {
    case .auto: locale
    case .sunday: 0
    case .monday: 1
    case .saturday: 6
    }
  }

  /// The first day of the week, 0 for Sunday, where an environment says that the person is: as
  /// setlocale(3) reads it for times. What isn't a place, as `C`, has ISO 8601's Monday.
  ///
  /// The C library knows it only of locales that are installed. These are the territories that
  /// begin with another day by the Unicode CLDR 45 (supplemental/weekData).
  package static func ofLocale(_ environment: (String) -> String?) -> Int {
    let locale = ["LC_ALL", "LC_TIME", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? ""
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    guard parts.count > 1 else { return 1 }
    let territory = String(parts[1])
    if sundayTerritories.contains(territory) { return 0 }
    if saturdayTerritories.contains(territory) { return 6 }
    return territory == "MV" ? 5 : 1
  }

  private static let sundayTerritories = words(
    """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX \
    MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """)
  private static let saturdayTerritories = words(
    "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
