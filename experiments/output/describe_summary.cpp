// How many of the published figures lie where ours do.
#include <fmt/format.h>

#include "output/assessment.hpp"
#include "output/reproduction.hpp"

namespace calibrant::experiments {
namespace {

struct PublicData {
  const char* dataset;
  const char* title;
};
constexpr std::array<PublicData, 4> kPublic = {
    {{"xor", "XOR"}, {"circular", "Circular"}, {"adult", "Adult"}, {"spect", "SPECT"}}};

std::string share(const Tally& tally) {
  return fmt::format("{} of {}", tally.within, tally.figures);
}

report::Table tally_table(const std::vector<TableResult>& tables) {
  report::Table table = {.caption = "Published figures that lie where ours do"};
  table.columns = {{.title = "data", .number = false},
                   {.title = "measures as printed"},
                   {.title = "measures as defined"}};
  const auto add = [&](const char* title, const char* dataset) {
    table.rows.push_back({title, share(tally(tables, Reading::kPrinted, dataset)),
                          share(tally(tables, Reading::kText, dataset))});
  };
  for (const PublicData& data : kPublic) add(data.title, data.dataset);
  add("all", "");
  return table;
}

}  // namespace

std::vector<Passage> describe_summary(const Reproduction& reproduction) {
  const Tally printed = tally(reproduction.tables, Reading::kPrinted);
  const Tally text = tally(reproduction.tables, Reading::kText);
  std::vector<Passage> blocks;
  blocks.emplace_back(Paragraph{fmt::format(
      "{} of the {} published figures on public data lie within two standard deviations of ours "
      "({} repeats, seed {}; SPECT, whose split is fixed: within {:.3f}) when MCE and ECE are "
      "computed as the printed tables really were; {} when they are computed as the text defines "
      "them.",
      printed.within, printed.figures, reproduction.options.repeats, reproduction.options.seed,
      kFixedTolerance, text.within)});
  if (!reproduction.missing.empty()) {
    blocks.emplace_back(Paragraph{
        "The experiments that need these files are missing, because they were not found:"});
    blocks.emplace_back(Bullets{reproduction.missing});
  }
  blocks.emplace_back(tally_table(reproduction.tables));
  return blocks;
}

}  // namespace calibrant::experiments
