import ArgumentParser
import DiaryCore

struct VerifyCommand: DiaryCommand {
  static let configuration = CommandConfiguration(commandName: "verify", abstract: "Check")
  @OptionGroup var storeOptions: StoreOptions
  func run() async throws {}
}
