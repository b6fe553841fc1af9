import CTOML
import DiarySettings

extension SettingItem {
  /// Every value of a TOML document, in one parse. Throws the first that is none.
  static func all(inTOML text: [UInt8]) throws(SettingsIssueReason.At) -> [SettingItem] {
    var items: [SettingItem] = []
    var line: UInt32 = 0
    let result = withUnsafeMutablePointer(to: &items) { items in
      text.withUnsafeBytes { bytes in
        pd_settings_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, items,
          { context, setting in
            guard let setting = setting?.pointee else { return }
            context?.assumingMemoryBound(to: [SettingItem].self).pointee.append(setting)
          }, &line)
      }
    }
    switch result {
    case pd_settings_read_whole: return items
    case pd_settings_invalid: throw .init(failure: .notTOML, line: Int(line))
    default: throw .init(failure: .unsupported)
    }
  }
}

extension [SettingItem] {
  fileprivate mutating func append(_ setting: pd_setting) {
    let value = SettingItem.Value(setting)
    guard setting.is_element else {
      append(SettingItem(path: setting.names, value: value, line: Int(setting.line)))
      return
    }
    guard let list = popLast() else { return }
    var whole = SettingItem.Value.other
    if case .list(let texts) = list.value, case .text(let text) = value {
      whole = .list(texts + [text])
    }
    append(SettingItem(path: list.path, value: whole, line: list.line))
  }
}

extension pd_setting {
  /// The names that lead to it, each of which ends with a NUL.
  fileprivate var names: [String] {
    guard var name = path else { return [] }
    return (0..<depth).map { _ in
      let text = String(cString: name)
      name += text.utf8.count + 1
      return text
    }
  }
}

extension SettingItem.Value {
  fileprivate init(_ setting: pd_setting) {
    switch setting.kind {
    case pd_setting_text:
      let bytes = UnsafeRawBufferPointer(start: setting.text, count: setting.length)
      self = .text(String(decoding: bytes, as: UTF8.self))
    case pd_setting_integer: self = .number(Int(setting.number))
    case pd_setting_flag: self = .flag(setting.number != 0)
    case pd_setting_list: self = .list([])
    case pd_setting_table: self = .table
    default: self = .other
    }
  }
}
