import AcceptanceSupport
import TestSupport
import Testing

/// The recipes of the manual print what the manual shows.
@Suite struct RecipeTests {
  private struct Recipe {
    let title: String
    let script: String
    let output: String
  }

  /// Reads the recipes: a heading, a script, and its output.
  private func recipes() throws -> [Recipe] {
    try Checkout.text("Assets/manual/scripts.md").split(separator: "\n## ").dropFirst().map {
      section in
      let parts = section.split(separator: "```\n", omittingEmptySubsequences: false)
      let script = parts[0].split(separator: "```sh\n", maxSplits: 1).last ?? ""
      return Recipe(
        title: String(section.prefix { $0 != "\n" }), script: String(script),
        output: parts.count > 2 ? String(parts[2]) : "")
    }
  }

  @Test func `each recipe prints what the manual shows`() throws {
    let home = try TestHome()
    let entries: [(date: String, title: String, text: String, options: [String])] = [
      (
        "2025-03-01", "Plum cake", "Mix the flour.\nBake it.", ["--tag", "recipe", "--mood", "🙂"]
      ),
      (
        "2025-08-14", "Harbor", "Swam with Jon. The river ends here.",
        ["--place", "Busan", "--photo", Checkout.photo("river-fog.jpg")]
      ),
      ("2026-03-02", "Rice cakes", "Steam the rice.", ["--tag", "recipe", "--mood", "🙂"]),
      ("2026-03-09", "A walk", "Along the river with Jon.", ["--tag", "walk"]),
    ]
    for entry in entries {
      try home.output(
        ["add", entry.title, "--date", entry.date, "--content", entry.text] + entry.options)
    }
    let recipes = try recipes()
    expectEqual(recipes.count, 10)
    for recipe in recipes {
      let result = try home.runScript(
        "set -o pipefail; photodiary() { \"$DIARY\" \"$@\"; }\n" + recipe.script)
      expectEqual(result.text, recipe.output, recipe.title)
      expectEqual(result.status, 0, "\(recipe.title): \(result.errorText)")
    }
  }
}
