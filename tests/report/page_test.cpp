// Pages: self-contained, escaped, with a policy that allows its own style and script only.
#include <gmock/gmock.h>

#include <regex>

#include "report/page.hpp"
#include "report/sha256.hpp"

namespace calibrant::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEvil = "<script>alert(1)</script>\" onload='x'";

Page evil_page() {
  Page page(kEvil);
  page.lead(kEvil);
  page.section(kEvil);
  page.paragraph(kEvil);
  page.note(kEvil);
  page.list({kEvil});
  Table table = {.caption = kEvil, .columns = {{kEvil, false}}, .rows = {{kEvil}}};
  page.add(table);
  Figure figure = {.title = kEvil, .description = kEvil, .note = kEvil};
  figure.x.title = kEvil;
  figure.y.categories = {kEvil};
  figure.series = {{.label = kEvil, .mark = Mark::kPoints, .x = {1}, .y = {0}, .tips = {kEvil}}};
  page.add({{figure, table}});
  page.footer(kEvil);
  return page;
}

TEST(ReportPage, NoTextBecomesMarkup) {
  const std::string html = evil_page().to_html();
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("' onload")));
  EXPECT_THAT(html, Not(HasSubstr("\" onload")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST(ReportPage, ThePolicyNamesTheStyleAndTheScript) {
  const std::string html = evil_page().to_html();
  const auto between = [&](const std::string& begin, const std::string& end) {
    const std::size_t from = html.find(begin) + begin.size();
    return html.substr(from, html.find(end, from) - from);
  };
  EXPECT_EQ(between("http-equiv=\"Content-Security-Policy\" content=\"", "\">"),
            "default-src 'none'; style-src 'sha256-" +
                sha256_base64(between("<style>", "</style>")) + "'; script-src 'sha256-" +
                sha256_base64(between("<script>", "</script>")) +
                "'; base-uri 'none'; form-action 'none'");
}

TEST(ReportPage, LoadsNothing) {
  const std::string html = evil_page().to_html();
  const std::regex loads("(src|href|xlink:href|action)\\s*=|url\\(|@import|style=\"");
  std::smatch match;
  EXPECT_FALSE(std::regex_search(html, match, loads)) << match.str();
}

TEST(ReportPage, TablesHaveCaptionsAndScopes) {
  const Table table = {.caption = "what",
                       .columns = {{"name", false}, {"value"}},
                       .rows = {{"a", "1"}, {"b", "2"}},
                       .marked = {1}};
  EXPECT_EQ(to_html(table, "t").text,
            "<table id=\"t\">\n<caption>what</caption>\n<thead><tr><th scope=\"col\">name</th>"
            "<th scope=\"col\" class=\"n\">value</th></tr></thead>\n<tbody>\n"
            "<tr><th scope=\"row\">a</th><td class=\"n\">1</td></tr>\n"
            "<tr class=\"marked\"><th scope=\"row\">b</th><td class=\"n\">2</td></tr>\n"
            "</tbody></table>\n");
}

TEST(ReportPage, SectionsAndFiguresAreClosedAndNumbered) {
  Page page("t");
  page.section("one");
  page.add(Figure{.title = "f"});
  page.section("two");
  page.add(Figure{.title = "g"}, {.columns = {{"a", false}}, .rows = {{"x"}}});
  const std::string html = page.to_html();
  const auto count = [&](const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = html.find(what); at != std::string::npos; at = html.find(what, at + 1)) {
      ++n;
    }
    return n;
  };
  EXPECT_EQ(count("<section>"), 2U);
  EXPECT_EQ(count("</section>"), 2U);
  EXPECT_EQ(count("<figure>"), count("</figure>"));
  EXPECT_THAT(html, HasSubstr("id=\"figure-2-title\""));
  EXPECT_THAT(html, HasSubstr("<table id=\"figure-2-data\">"));
}

}  // namespace
}  // namespace calibrant::report
