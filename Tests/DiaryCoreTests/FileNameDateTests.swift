import DiaryCore
import TestSupport
import Testing

@Suite struct FileNameDateTests {
  @Test(arguments: [
    ("IMG_20230405_060709.jpg", "2023-04-05T06:07:09"),
    ("20230405_060708(0).jpg", "2023-04-05T06:07:08"),
    ("IMG20230405060709.jpg", "2023-04-05T06:07:09"),
    ("IMG_20230405_060709123_HDR.jpg", "2023-04-05T06:07:09"),
    ("PXL_20220405_060708123.jpg", "2022-04-05T06:07:08Z"),
    ("PXL_20220405_060708123.PORTRAIT~2.jpg", "2022-04-05T06:07:08Z"),
    ("MVIMG_20190101_120000.jpg", "2019-01-01T12:00:00"),
    ("DJI_20230405060709_0001_D.JPG", "2023-04-05T06:07:09"),
    ("00015IMG_00015_BURST20171111030039123_COVER.jpg", "2017-11-11T03:00:39"),
    ("00001IMG_00001_BURST20171111030039.jpg", "2017-11-11T03:00:39"),
    ("Burst_Cover_GIF_Action_20190101120000.gif", "2019-01-01T12:00:00"),
    ("WP_20140607_12_30_45_Pro.jpg", "2014-06-07T12:30:45"), ("WP_20140607_003.jpg", "2014-06-07"),
    ("2024-05-06 07.08.09.jpg", "2024-05-06T07:08:09"),
    ("2024-05-06 07.08.09", "2024-05-06T07:08:09"),
    ("2024-05-06 07.08.09-1.jpg", "2024-05-06T07:08:09"),
    ("2024-05-06T07:08:09.heic", "2024-05-06T07:08:09"),
    ("Photo 2024-05-06, 07 08 09.jpg", "2024-05-06T07:08:09"),
    ("1968-07-20 The moon.tif", "1968-07-20"),
    ("IMG-20190612-WA0007.jpg", "2019-06-12"), ("VID-20190612-WA0008.mp4", "2019-06-12"),
    ("WhatsApp Image 2026-08-31 at 15.41.14 (1).jpeg", "2026-08-31T15:41:14"),
    ("WhatsApp Image 2026-08-31 at 3.41.14 PM.jpeg", "2026-08-31T15:41:14"),
    ("signal-2021-03-04-101112.jpg", "2021-03-04T10:11:12"),
    ("signal-2021-03-04-10-11-12-123.jpg", "2021-03-04T10:11:12"),
    ("photo_2022-05-06_07-08-09 (2).jpg", "2022-05-06T07:08:09"),
    ("photo_12@06-05-2022_07-08-09.jpg", "2022-05-06T07:08:09"),
    ("KakaoTalk_20240506_070809123_01.jpg", "2024-05-06T07:08:09"),
    ("KakaoTalk_Photo_2024-05-06-07-08-09 001.jpeg", "2024-05-06T07:08:09"),
    ("Screenshot_20200318-214500_Chrome.png", "2020-03-18T21:45:00"),
    ("Screenshot_2020-03-18-21-45-00-123_com.a.b.jpg", "2020-03-18T21:45:00"),
    ("Screenshot 2024-06-07 at 08.09.10.png", "2024-06-07T08:09:10"),
    ("Screen Shot 2024-06-07 at 12.09.10\u{202F}AM.png", "2024-06-07T00:09:10"),
    ("스크린샷 2024-06-07 오후 8.09.10.png", "2024-06-07T20:09:10"),
    ("スクリーンショット 2024-06-07 8.09.10.png", "2024-06-07T08:09:10"),
    ("截屏2024-06-07 上午8.09.10.png", "2024-06-07T08:09:10"),
    ("Capture d’écran 2024-06-07 à 18.09.10.png", "2024-06-07T18:09:10"),
    ("Screenshot 2024-06-07 080910.png", "2024-06-07T08:09:10"),
    ("Screenshot from 2024-06-07 08-09-10.png", "2024-06-07T08:09:10"),
    ("스크린샷, 2024-06-07 08-09-10.png", "2024-06-07T08:09:10"),
    ("vlcsnap-2024-06-07-08h09m10s123.png", "2024-06-07T08:09:10"),
    ("2024년 5월 6일.jpg", "2024-05-06"),
  ]) func `reads dates from the names of photos and videos`(name: String, taken: String) {
    expectEqual(FileNameDate.mediaDate(named: name)?.taken, taken)
  }

  @Test(arguments: [
    "IMG_5195.HEIC", "20230230_060708.jpg", "IMG_20231305_060709.jpg",
    "FB_IMG_1528839391254.jpg", "mmexport1528839391254.jpg", "received_20240506070809123.jpeg",
    "202405060708091234.jpg", "12345678.jpg", "20240506a4f5e6b7.jpg", "f20240506.jpg",
    "20150612_10153412345678901_1234567890_n.jpg", "3024-05-06.jpg", "1.2024-5-6.jpg",
    "Screenshot (12).png",
    "", ".jpg",
  ]) func `ignores other numbers`(name: String) {
    expectEqual(FileNameDate.mediaDate(named: name)?.taken, nil)
  }

  @Test func `completes a day with the file's time and converts UTC to the local zone`() throws {
    let file = try require(EntryDate("2024-01-02T20:30:40+09:00"))
    for (name, date) in [
      ("IMG-20190612-WA0007.jpg", "2019-06-12T20:30:40+09:00"),
      ("PXL_20220405_200708123.jpg", "2022-04-06T05:07:08+09:00"),
      ("20220405_200708.jpg", "2022-04-05T20:07:08+09:00"),
    ] {
      let found = FileNameDate.mediaDate(named: name)?.date(near: file) { _ in 9 * 3600 }
      expectEqual(found?.description, date)
    }
  }
}
