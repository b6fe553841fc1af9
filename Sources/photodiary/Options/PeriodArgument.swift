import ArgumentParser
import DiaryCore

/// On the command line a month means its first or last day, and so does a year.
extension CalendarPeriod: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
