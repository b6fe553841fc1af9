import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Diaro import")
struct DiaroImportTests {
  private static let backup = """
    <?xml version="1.0" encoding="UTF-8"?>
    <data version="2">
    <table name="diaro_entries">
    <r><uid>e1</uid><date>1714723200000</date><tz_offset>+09:00</tz_offset><title>강가 &amp; fog</title>
    <text>One &lt;line&gt;\n&#10;Two</text><folder_uid>f1</folder_uid><location_uid>l1</location_uid>
    <tags>,t2,t1,</tags><weather_temperature>19.6</weather_temperature>
    <weather_description>clear sky</weather_description><mood>m1</mood></r>
    <r><uid>e2</uid><date>never</date><title>x</title><text></text></r>
    <r><uid>e3</uid><date>1714809600000</date><title></title><text><![CDATA[a < b]]></text>
    <mood>0</mood><weather_temperature>0</weather_temperature></r>
    </table>
    <table name="diaro_attachments">
    <r><uid>a2</uid><entry_uid>e1</entry_uid><type>photo</type><filename>b.jpg</filename>
    <position>2</position></r>
    <r><uid>a1</uid><entry_uid>e1</entry_uid><type>photo</type><filename>a.jpg</filename>
    <position>1</position></r>
    <r><uid>a3</uid><entry_uid>e3</entry_uid><type>photo</type><filename>gone.jpg</filename></r>
    </table>
    <table name="diaro_folders"><r><uid>f1</uid><title>Travel</title></r></table>
    <table name="diaro_tags"><r><uid>t1</uid><title>river</title></r>
    <r><uid>t2</uid><title>walk</title></r></table>
    <table name="diaro_locations"><r><uid>l1</uid><title></title><address>Busan</address>
    <lat>35.1</lat><lng>129.0</lng></r></table>
    <table name="diaro_moods"><r><uid>m1</uid><title>Happy</title></r></table>
    </data>
    """

  private func files(_ backup: String) -> [UInt8] {
    var zip = ZipWriter()
    zip.add("DiaroBackup.xml", backup)
    for name in ["a", "b", "unused"] { zip.add("media/photo/\(name).jpg", "photo \(name)") }
    return zip.bytes
  }

  @Test func `entries come with journal, tags, mood, weather, place, zone and photos`()
    async throws
  {
    let diary = try Diary()
    let path = try diary.folder.write(files(Self.backup), to: "in/Diaro.zip")
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .diaro)
    expectEqual(imported.added.count, 2)
    let entry = try require(imported.added.first { $0.title == "강가 & fog" })
    expectPrefix(entry.content, "One <line>")
    expectSuffix(entry.content, "Two")
    expectEqual(entry.date.description, "2024-05-03T17:00:00+09:00")
    expectEqual(entry.journal, "Travel")
    expectEqual(entry.tags, ["walk", "river"])
    expectEqual(entry.photos.map(\.name), ["a.jpg", "b.jpg"])
    expectEqual(
      entry.details, EntryDetails(mood: "Happy", place: "Busan", weather: "clear sky, 20°C"))
    let other = try require(imported.added.first { $0.title == "" })
    expectEqual(other.content, "a < b")
    expectEqual(other.details, EntryDetails())
    expectEqual(
      lines,
      [
        "DiaroBackup.xml, entry 2: refused, “never” isn't a date",
        "DiaroBackup.xml, entry 3 of 2024-05-04: its photo gone.jpg isn't there",
        "media/photo/unused.jpg: left out, no entry uses it",
      ])
    let again = try await diary.bring(path)
    expectEqual(again.plan.entries, 0)
    expectEqual(again.plan.alreadyThere, 2)
  }

  @Test func `entities of its own come to nothing, and what is tangled is refused`() async throws {
    let laughs = """
      <!DOCTYPE data [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <data><table name="diaro_entries"><r><uid>e</uid><date>1714723200000</date>
      <title>t</title><text>x &b; &f; y</text></r></table></data>
      """
    let diary = try Diary()
    let path = try diary.folder.write(files(laughs), to: "in/laughs.zip")
    let text = try await diary.bring(path).outcome.added.first?.content ?? ""
    expectLacks(text, "haha")
    expectLacks(text, "root")

    let deep = "<data>diaro_" + String(repeating: "<a>", count: 10_000)
    let tangled = try diary.folder.write(files(deep), to: "in/deep.zip")
    let lines = try await diary.bring(tangled).lines
    expectEqual(lines.first, "DiaroBackup.xml: refused, its HTML or XML is too tangled to read")
  }
}
