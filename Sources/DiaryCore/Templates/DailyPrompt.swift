import Localization

/// One question a day that one may write about.
package enum DailyPrompt {
  /// The question of a day: the same all day long, and not again for two months.
  package static func text(on day: CalendarDay) -> String {
    all[index(on: day, of: all.count)].text
  }

  /// Which one of so many questions is that of a day.
  static func index(on day: CalendarDay, of count: Int) -> Int {
    let count = Int64(count)
    return Int(((day.daysSinceEpoch % count) + count) % count)
  }

  /// In the order that they are asked in.
  package static let all: [LocalizedText] = [
    "What made you smile today?",
    "What did you notice on the way today?",
    "Who did you talk to, and what about?",
    "What did you eat that was worth remembering?",
    "What would you like to do again tomorrow?",
    "What was the light like today?",
    "What is on your mind this evening?",
    "What did you learn today?",
    "Which moment of today would you keep?",
    "What took longer than you thought?",
    "What are you grateful for today?",
    "What did you hear today?",
    "What surprised you?",
    "Which small thing went well?",
    "What did you put off, and why?",
    "Where would you have liked to be today?",
    "What did you read, watch or listen to?",
    "Who was kind to you?",
    "To whom were you kind?",
    "How did the day begin?",
    "How did your body feel today?",
    "What did you finish?",
    "What did you begin?",
    "Which of today's photos says the most?",
    "What did you almost say?",
    "What made you laugh out loud?",
    "What are you looking forward to?",
    "What would you tell a friend about today?",
    "What did you see from the window?",
    "Which decision did you make today?",
    "What wore you out today?",
    "What gave you strength today?",
    "What smelled good today?",
    "Who did you miss today?",
    "What did you do for the first time?",
    "What have you not told anyone yet?",
    "What would you do differently?",
    "How was the weather, and how did it make you feel?",
    "Which word describes this day?",
    "What did a child, or an animal, do today?",
    "What did you repair, clean or put in order?",
    "Which worry was for nothing?",
    "What was beautiful today?",
    "What did you give away, or get?",
    "Which memory came back today?",
    "What did you make with your hands?",
    "When were you completely calm today?",
    "What annoyed you, and is it still worth it?",
    "What is growing near you just now?",
    "What did you say no to?",
    "What did you say yes to?",
    "Where did you go today?",
    "What do you want to remember in ten years?",
    "What did somebody teach you?",
    "Which question stays open tonight?",
    "What did you carry with you all day?",
    "What changed since last week?",
    "What did you do only for yourself?",
    "What was the quietest moment?",
    "Which song fits this day?",
    "What would you, a year ago, say about today?",
    "What did you leave undone, gladly?",
    "Which conversation would you like to continue?",
    "How does the day end?",
  ]
}
