// A locale with a decimal comma, made for the test: machines of developers and CI seldom have one.
#pragma once

#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <string>

namespace calibrant::testing {

/// A folder with the locale "comma" in it, made once and removed when the program ends.
class CommaLocaleFolder {
 public:
  CommaLocaleFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("calibrant_locale_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
    const std::string source = (path_ / "source").string();
    std::ofstream(source) << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                             "grouping 3;3\nEND LC_NUMERIC\n";
    const std::string command =
        "localedef -c -i " + source + " " + (path_ / "comma").string() + " >/dev/null 2>&1";
    [[maybe_unused]] const int warned = std::system(command.c_str());
  }
  CommaLocaleFolder(const CommaLocaleFolder&) = delete;
  CommaLocaleFolder& operator=(const CommaLocaleFolder&) = delete;
  ~CommaLocaleFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// While it lives, C's numbers have a comma, and so have those of C++ streams.
class CommaLocale {
 public:
  CommaLocale() {
    static const CommaLocaleFolder folder;
    ::setenv("LOCPATH", folder.path().c_str(), 1);
    std::locale::global(std::locale(std::locale(), new Comma));
    usable_ = std::setlocale(LC_NUMERIC, "comma") != nullptr;
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    ::unsetenv("LOCPATH");
  }

  /// False where there is no localedef.
  bool usable() const { return usable_ && std::string(std::localeconv()->decimal_point) == ","; }

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };

  bool usable_ = false;
};

}  // namespace calibrant::testing
