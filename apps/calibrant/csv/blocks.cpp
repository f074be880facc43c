#include "csv/blocks.hpp"

#include <fmt/format.h>

#include <utility>

#include "calibrant/error.hpp"
#include "csv/fields.hpp"
#include "csv/foreign.hpp"

namespace calibrant::cli {
namespace {

// Small enough to stay in the second-level cache of a core, with what becomes of it.
constexpr std::size_t kBlockBytes = std::size_t{1} << 18U;
// A quote that is never closed must not draw the rest of the file into memory.
constexpr std::size_t kMostRowBytes = std::size_t{1} << 24U;
// A newline that is added, and what find_separator reads beyond the end.
constexpr std::size_t kSpareBytes = 16;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::uint64_t count_newlines(std::string_view text) {
  std::uint64_t count = 0;
  while (!text.empty()) {
    // Sums of at most 255 fit a byte, which lets the compiler compare a vector of bytes at once.
    const std::string_view part = text.substr(0, 255);
    unsigned char sum = 0;
    for (const char byte : part) sum = static_cast<unsigned char>(sum + (byte == '\n' ? 1 : 0));
    count += sum;
    text.remove_prefix(part.size());
  }
  return count;
}

struct Cut {
  std::size_t end = 0;      // just after the last newline that ends a row; 0: none does
  bool open_quote = false;  // the text ends inside a quoted field
};

// `text` begins with a row.
Cut last_row_end(std::string_view text, char delimiter) {
  Cut cut;
  for (std::size_t at = 0;;) {
    const std::size_t quote = text.find('"', at);
    const std::string_view plain = text.substr(at, quote - at);
    if (const std::size_t newline = plain.rfind('\n'); newline != std::string_view::npos) {
      cut.end = at + newline + 1;
    }
    if (quote == std::string_view::npos) return cut;
    at = quote + 1;
    if (quote > 0 && text[quote - 1] != delimiter && text[quote - 1] != '\n') continue;
    // Inside: the next quote that is not one of a pair.
    for (;;) {
      const std::size_t closing = text.find('"', at);
      if (closing == std::string_view::npos) {
        cut.open_quote = true;
        return cut;
      }
      at = closing + 1;
      if (at >= text.size() || text[at] != '"') break;
      ++at;
    }
  }
}

}  // namespace

Blocks::Blocks(std::string path, char delimiter)
    : path_(std::move(path)), delimiter_(delimiter), source_(open_source(path_)) {
  // The byte-order mark is no part of the first name.
  carry_.reserve(kBlockBytes + kSpareBytes);
  const std::string start = read_start(*source_, kMagicBytes);
  std::string_view text = start;
  if (const auto format = foreign_format(text)) throw Error(path_ + ": " + *format);
  if (text.starts_with(kByteOrderMark)) {
    header_ = kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  carry_.append(text);
  read_header();
}

void Blocks::read_header() {
  do {
    if (!fill(first_)) throw Error(path_ + ": is empty (a header and rows were expected)");
    // Blank lines before the header say nothing.
    std::string_view text = first_.text.view();
    std::size_t blank = 0;
    while (blank < text.size() && (text[blank] == '\n' || text.substr(blank).starts_with("\r\n"))) {
      blank += text[blank] == '\n' ? std::size_t{1} : std::size_t{2};
      ++first_.first_line;
    }
    text.remove_prefix(blank);
    header_.append(first_.text.data(), blank);
    if (text.empty()) continue;

    header_line_ = first_.first_line;
    FieldScanner scanner(text.data(), delimiter_);
    do names_.push_back(text_of(scanner.next()));
    while (!scanner.row_ended());
    if (scanner.broken()) fail(first_.first_line, "has text after a closing quote");
    header_.append(text.data(), scanner.row_end());
    const std::string_view whole =
        text.substr(0, static_cast<std::size_t>(scanner.at() - text.data()));
    crlf_ = whole.ends_with("\r\n");
    first_.first_line += count_newlines(whole);
    Bytes rest;
    rest.reserve(text.size() - whole.size() + kSpareBytes);
    rest.append(text.substr(whole.size()));
    first_.text = std::move(rest);
  } while (names_.empty());
}

bool Blocks::next(Block& block) {
  if (!first_given_) {
    first_given_ = true;
    std::swap(block, first_);
    first_ = {};
    if (block.text.size() > 0) return true;
  }
  return fill(block);
}

bool Blocks::fill(Block& block) {
  Bytes& text = block.text;
  block.first_line = line_;
  block.newline_added = false;
  text.set_size(0);
  text.reserve(kBlockBytes + kSpareBytes);
  text.append(carry_.view());
  carry_.set_size(0);
  Cut cut;
  for (std::size_t wanted = kBlockBytes;; wanted = 2 * text.size()) {
    text.reserve(wanted + kSpareBytes);
    while (!ended_ && text.size() < wanted) {
      const std::size_t got = source_->read(text.data() + text.size(), wanted - text.size());
      ended_ = got == 0;
      text.set_size(text.size() + got);
    }
    cut = last_row_end(text.view(), delimiter_);
    if (cut.end > 0 || ended_) break;
    if (text.size() >= kMostRowBytes) {
      check_text(block);
      fail(line_, fmt::format("a row of more than {} MiB (is a quote never closed?)",
                              kMostRowBytes >> 20U));
    }
  }
  if (ended_ && !cut.open_quote && text.size() > cut.end) {
    block.newline_added = true;
    text.append("\n");
    cut.end = text.size();
  }
  if (cut.end == 0) {
    if (text.size() == 0) return false;
    check_text(block);
    fail(line_, "a quote is never closed");
  }
  carry_.append(text.view().substr(cut.end));
  text.set_size(cut.end);
  check_text(block);
  line_ += count_newlines(text.view());
  block.fraction = source_->fraction();
  return true;
}

void Blocks::check_text(const Block& block) const {
  const std::string_view text = block.text.view();
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return;
  fail(block.first_line + count_newlines(text.substr(0, nul)), "has a NUL byte (is it text?)");
}

void Blocks::fail(std::uint64_t line, const std::string& problem) const {
  throw Error(fmt::format("{}:{}: {}", path_, line, problem));
}

}  // namespace calibrant::cli
