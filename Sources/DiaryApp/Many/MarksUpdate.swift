import DiaryCore
