/// An attribute of an element. What leads somewhere takes a `Link`, so that no text can be one.
struct HTMLAttribute {
  let name: StaticString
  /// `nil` for one that is there or not, as `hidden`.
  let value: String?

  private init(_ name: StaticString, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  static func `class`(_ names: StaticString) -> Self { Self("class", "\(names)") }
  static func id(_ anchor: Anchor) -> Self { Self("id", anchor.text) }
  static func href(_ link: Link) -> Self { Self("href", link.text) }
  static func src(_ link: Link) -> Self { Self("src", link.text) }
  static func poster(_ link: Link) -> Self { Self("poster", link.text) }
  static func action(_ link: Link) -> Self { Self("action", link.text) }
  static func alt(_ text: String) -> Self { Self("alt", text) }
  static func title(_ text: String) -> Self { Self("title", text) }
  static func label(_ text: String) -> Self { Self("aria-label", text) }
  static func placeholder(_ text: String) -> Self { Self("placeholder", text) }
  static func lang(_ language: String) -> Self { Self("lang", language) }
  static func datetime(_ date: String) -> Self { Self("datetime", date) }
  static func content(_ text: String) -> Self { Self("content", text) }
  static func width(_ pixels: Int) -> Self { Self("width", "\(pixels)") }
  static func height(_ pixels: Int) -> Self { Self("height", "\(pixels)") }
  /// Whole numbers, as what is drawn needs them.
  static func numbers(_ name: StaticString, _ values: Int...) -> Self {
    Self(name, values.map(String.init).joined(separator: " "))
  }
  static func path(_ path: MapPath) -> Self { Self("d", path.text) }
  static func value(_ number: Int) -> Self { Self("value", "\(number)") }
  static func most(_ number: Int) -> Self { Self("max", "\(number)") }
  static func start(_ number: Int) -> Self { Self("start", "\(number)") }
  static func labeled(by anchor: Anchor) -> Self { Self("aria-labelledby", anchor.text) }
  static func `for`(_ anchor: Anchor) -> Self { Self("for", anchor.text) }
  /// What the program's own script reads.
  static func data(_ name: StaticString, _ text: String) -> Self { Self(name, text) }
  /// One that only the program decides.
  static func fixed(_ name: StaticString, _ value: StaticString) -> Self {
    Self(name, "\(value)")
  }
  static func flag(_ name: StaticString) -> Self { Self(name) }
}
