// Single figures of the report, for pages of other people.
#include <fmt/format.h>

#include <algorithm>

#include "calibrant/classes.hpp"
#include "calibrant/diagram.hpp"
#include "report/figure.hpp"
#include "report/plots.hpp"

namespace calibrant {
namespace {

// Only what the page cannot spoil: styles in the elements themselves.
std::string in_foreign_page(const std::vector<report::Figure>& figures) {
  std::string html = "<div style=\"display:flex;flex-wrap:wrap;gap:1rem\">";
  for (const report::Figure& figure : figures) {
    html += fmt::format(
        "<figure style=\"margin:0;flex:1 1 20rem;max-width:31rem\"><figcaption "
        "style=\"font-weight:600;margin:.3rem 0\">{}</figcaption>{}{}</figure>",
        report::escape(figure.title).text, report::guest_svg(figure).text,
        figure.note.empty() ? "" : "<div>" + report::escape(figure.note).text + "</div>");
  }
  return html + "</div>";
}

// A map of all classes together has no picture, so words stand for it.
std::string joint_in_words(const MulticlassModel& model) {
  std::string names;
  for (const std::string& name : model.names()) names += (names.empty() ? "" : ", ") + name;
  return fmt::format(
      "<div><div style=\"font-weight:600;margin:.3rem 0\">{} for {} classes together</div>"
      "<div>{}</div><div>{}</div></div>",
      report::escape(model.method()).text, model.classes(), report::escape(names).text,
      report::escape(describe(model.joint()->origin())).text);
}

Drawing drawing_of(const report::Figure& figure) {
  return {.title = figure.title,
          .description = figure.description,
          .svg = report::standalone_svg(figure),
          .html = in_foreign_page({figure})};
}

}  // namespace

std::vector<double> sample_places(const Observations& observations, std::size_t each) {
  const auto scores = observations.scores();
  const double low = scores.front();
  const double high = scores.back();
  std::vector<double> places = {low, high};
  for (std::size_t i = 1; i < each; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(each);
    places.push_back((1 - share) * low + share * high);  // never beyond the doubles
    places.push_back(
        scores[static_cast<std::size_t>(share * static_cast<double>(scores.size() - 1))]);
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Drawing draw(const Curve& curve) {
  return drawing_of(report::curve_plot(curve, curve.origin().method));
}

std::string draw_as_html(const MulticlassModel& model) {
  if (model.joint() != nullptr) return joint_in_words(model);
  std::vector<report::Figure> figures;
  for (std::size_t k = 0; k < model.classes(); ++k) {
    const Curve& curve = model.curves()[k];
    figures.push_back(report::curve_plot(curve, curve.origin().method));
    figures.back().title = model.names()[k] + " against the rest";
  }
  return in_foreign_page(figures);
}

Drawing draw_reliability(const Observations& predictions, const std::string& title) {
  return drawing_of(report::reliability_plot(predictions, diagnose(predictions), title, {}).figure);
}

}  // namespace calibrant
