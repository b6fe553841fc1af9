# For Homebrew on Linux. Set where the source archive that `make package` makes is published, and its sum
# from SHA256SUMS.
class Photodiary < Formula
  desc "Photo diary for the terminal"
  homepage "https://example.org/photodiary"
  url "https://example.org/photodiary/photodiary-0.1.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license all_of: ["MIT", "Apache-2.0", "BSD-2-Clause", "CC-BY-3.0-US", "CC0-1.0", "Unicode-DFS-2016"]

  depends_on "cmark-gfm" => :build
  depends_on "lld" => :build
  depends_on "swift" => :build
  depends_on "tomlplusplus" => :build
  depends_on "chafa"
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "jpeg-xl"
  depends_on "libarchive"
  depends_on "libheif"
  depends_on "libpng"
  depends_on "libtiff"
  depends_on "libxml2"
  depends_on "libyaml"
  depends_on :linux
  depends_on "little-cms2"
  depends_on "ncurses"
  depends_on "openssl@3"
  depends_on "qrencode"
  depends_on "webp"

  # Headers of which there is no formula.
  resource "stb" do
    url "https://github.com/nothings/stb.git",
        revision: "31c1ad37456438565541f4919958214b6e762fb4"
  end

  resource "zxcvbn-c" do
    url "https://github.com/tsyrogit/zxcvbn-c.git",
        revision: "ab51000506afc1a450557a3608646bc04ba951fa"
  end

  def install
    headers = buildpath/"headers"
    resource("stb").stage { (headers/"stb").install Dir["*.h"] }
    resource("zxcvbn-c").stage { headers.install "zxcvbn.h" }
    ENV.append_path "CPATH", headers
    ENV.append_path "CPATH", Formula["libxml2"].opt_include
    ENV.append_path "CPATH", Formula["libxml2"].opt_include/"libxml2"
    system "make"
    system "make", "install", "PREFIX=#{prefix}", "PROGRAMS=.build/programs"
  end

  test do
    diary = testpath/"diary"
    system bin/"photodiary", "add", "A day", "--content", "Snow.", "--store", diary
    assert_match "A day", shell_output("#{bin}/photodiary list --store #{diary}")
  end
end
