import CTOML
import DiaryCore

/// The values of a TOML front matter that stand at its top.
enum TOMLMembers {
  static func read(_ text: some Collection<UInt8>) throws(FrontMatterError) -> [JSONMember] {
    var members: [JSONMember] = []
    var line: UInt32 = 0
    let bytes = Array(text)
    let result = withUnsafeMutablePointer(to: &members) { members in
      bytes.withUnsafeBytes { bytes in
        pd_settings_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, members,
          { context, setting in
            guard let setting = setting?.pointee else { return }
            context?.assumingMemoryBound(to: [JSONMember].self).pointee.append(setting)
          }, &line)
      }
    }
    switch result {
    case pd_settings_read_whole: return members
    case pd_settings_invalid: throw .toml(line: Int(line) + 1)
    default: throw .noTOML
    }
  }
}

extension [JSONMember] {
  fileprivate mutating func append(_ setting: pd_setting) {
    guard setting.depth == 1, let name = setting.path.map({ String(cString: $0) }) else { return }
    let value: JSONValue
    switch setting.kind {
    case pd_setting_text, pd_setting_date:
      let bytes = UnsafeRawBufferPointer(start: setting.text, count: setting.length)
      value = .string(String(decoding: bytes, as: UTF8.self))
    case pd_setting_integer: value = .integer(Int(setting.number))
    case pd_setting_flag: value = .bool(setting.number != 0)
    case pd_setting_list: value = .array([])
    default: return
    }
    if setting.is_element, let list = last, case .array(let values) = list.value {
      self[count - 1] = JSONMember(name, .array(values + [value]))
    } else if !setting.is_element {
      append(JSONMember(name, value))
    }
  }
}
