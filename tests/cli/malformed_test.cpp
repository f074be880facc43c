// Everything that can be wrong with a CSV file.
#include "cli/malformed.hpp"

namespace calibrant::testing {
namespace {

TEST_F(Malformed, FilesAndHeaders) {
  const std::vector<Case> cases = {
      {"", {}, "in.csv: is empty (a header and rows were expected)"},
      {"\n\r\n\n", {}, "in.csv: is empty (a header and rows were expected)"},
      {"\xEF\xBB\xBF", {}, "in.csv: is empty (a header and rows were expected)"},
      {"score,label\n", {}, "in.csv: has a header but no rows (at least one was expected)"},
      {"score,label", {}, "in.csv: has a header but no rows (at least one was expected)"},
      {"score,label\r\n\r\n\r\n",
       {},
       "in.csv: has a header but no rows (at least one was expected)"},
      {"0.1,0\n0.9,1\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of '0.1', '0'; the first line looks "
       "like data: is the header missing?)"},
      {"a,label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'a', 'label')"},
      {"score\n0.1\n", {}, "in.csv:1: has no column 'label' (--label names another of 'score')"},
      {"Score,label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'Score', 'label')"},
      {"score, label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'label' (--label names another of 'score', ' label')"},
      {"\nscore,x\n0.1,0\n",
       {},
       "in.csv:2: has no column 'label' (--label names another of 'score', 'x')"},
      {"score;label\n0.1;0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'score;label'; try --delimiter "
       "';')"},
      {"score\tlabel\n0.1\t0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'score\\x09label'; try "
       "--delimiter tab)"},
      {"c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'c1', 'c2', 'c3', 'c4', 'c5', "
       "'c6', "
       "'c7', 'c8', 'c9', 'c10', 'c11', 'c12' and 2 more)"},
      {"score,label,score\n0.1,0,1\n", {}, "in.csv:1: has two columns 'score'"},
      {"score,\"label\",label\n0.1,0,1\n", {}, "in.csv:1: has two columns 'label'"},
      {"\"score\"x,label\n0.1,0\n", {}, "in.csv:1: has text after a closing quote"},
      {"\"score,label\n0.1,0\n", {}, "in.csv:1: a quote is never closed"},
      {std::string("\xFF\xFEs\0c\0", 6), {}, "in.csv: is UTF-16 text (UTF-8 was expected)"},
      {std::string("\x1F\x8B\x08\0", 4),
       {},
       "in.csv: the gzip data end too soon (was the file cut off?)"},
      {std::string("sco\0re,label\n", 13), {}, "in.csv:1: has a NUL byte (is it text?)"},
      {kGood,
       {"--weight", "w"},
       "in.csv:1: has no column 'w' (--weight names another of 'score', 'label')"},
      {kGood,
       {"--score", ""},
       "in.csv:1: has no column '' (--score names another of 'score', 'label')"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);
}

TEST_F(Malformed, Rows) {
  const std::string many(60, 'x');
  const std::vector<Case> cases = {
      {"score,label\n0.1,0\nabc,1\n", {}, "in.csv:3: column 'score': 'abc' is not a number"},
      {"score,label\r\n0.1,0\r\nabc,1\r\n", {}, "in.csv:3: column 'score': 'abc' is not a number"},
      {"score,label\n0.1,0\n0.5x,1\n", {}, "in.csv:3: column 'score': '0.5x' is not a number"},
      {"score,label\n\"0,5\",1\n",
       {},
       "in.csv:2: column 'score': '0,5' is not a number (--decimal , reads decimal commas)"},
      {"score,label\n0x10,1\n", {}, "in.csv:2: column 'score': '0x10' is not a number"},
      {"score,label\n+-1,1\n", {}, "in.csv:2: column 'score': '+-1' is not a number"},
      {"score,label\n- 1,1\n", {}, "in.csv:2: column 'score': '- 1' is not a number"},
      {"score,label\n1e,1\n", {}, "in.csv:2: column 'score': '1e' is not a number"},
      {"score,label\n\"a\"\"b\",1\n", {}, "in.csv:2: column 'score': 'a\"b' is not a number"},
      {"score,label\n" + many + ",1\n",
       {},
       "in.csv:2: column 'score': '" + many.substr(0, 40) + "...' is not a number"},
      {"score,label\na\x1B[31m,1\n", {}, "in.csv:2: column 'score': 'a\\x1b[31m' is not a number"},
      {"score,label\n,1\n",
       {},
       "in.csv:2: column 'score': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\n  ,1\n",
       {},
       "in.csv:2: column 'score': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\n\"\",1\n",
       {},
       "in.csv:2: column 'score': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\nnan,1\n",
       {},
       "in.csv:2: column 'score': 'nan' is not a finite number (--skip-missing leaves such rows "
       "out)"},
      {"score,label\n-inf,1\n", {}, "in.csv:2: column 'score': '-inf' is not a finite number"},
      {"score,label\n1e999,1\n", {}, "in.csv:2: column 'score': '1e999' is not a finite number"},
      {"score,label\n0.1,0\n0.2,2\n",
       {},
       "in.csv:3: column 'label': '2' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,yes\n",
       {},
       "in.csv:2: column 'label': 'yes' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,0.5\n",
       {},
       "in.csv:2: column 'label': '0.5' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,\n",
       {},
       "in.csv:2: column 'label': is empty (a label was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\n0.1, \n",
       {"--positive", "yes"},
       "in.csv:2: column 'label': is empty (a label was expected; --skip-missing leaves such rows "
       "out)"},
      {"score,label\n0.1,no\n",
       {"--positive", "yes"},
       "in.csv: column 'label': no label is 'yes' (--positive; the labels are 'no')"},
      {"score,label,w\n0.1,0,1e308\n0.2,1,1e308\n",
       {"--weight", "w"},
       "in.csv: column 'w': the weights do not have a finite sum"},
      {"score,a,b\n0.1,1e308,1\n0.2,1,1e308\n",
       {"--negatives", "a", "--positives", "b"},
       "in.csv: columns 'a' and 'b': the counts do not have a finite sum"},
      {"score,label,w\n0.1,0,-1\n",
       {"--weight", "w"},
       "in.csv:2: column 'w': '-1' is negative (a weight was expected)"},
      {"score,label,w\n0.1,0,inf\n",
       {"--weight", "w"},
       "in.csv:2: column 'w': 'inf' is not a finite number"},
      {"score,label,w\n0.1,0,0\n0.2,1,0\n",
       {"--weight", "w"},
       "in.csv: column 'w': all weights are 0"},
      {"score,n,p\n0.1,1,-2\n",
       {"--negatives", "n", "--positives", "p"},
       "in.csv:2: column 'p': '-2' is negative (a count was expected)"},
      {"score,n,p\n0.1,0,0\n",
       {"--negatives", "n", "--positives", "p"},
       "in.csv: columns 'n' and 'p': all counts are 0"},
      {"score,label\n0.1,0\n0.2\n", {}, "in.csv:3: has 1 field (the header has 2)"},
      {"score,label\n0.1,0\n0.2,1,7\n", {}, "in.csv:3: has 3 fields (the header has 2)"},
      {"score,label\n0.1,0,\n", {}, "in.csv:2: has 3 fields (the header has 2)"},
      {"score,label\nnonsense\n", {}, "in.csv:2: has 1 field (the header has 2)"},
      {"score,label\n0.1,0\n\"0.2,1\n0.3,0\n", {}, "in.csv:3: a quote is never closed"},
      {"score,label\n\"0.2\"5,1\n", {}, "in.csv:2: has text after a closing quote"},
      {"score,label\n\"0.2\" ,1\n", {}, "in.csv:2: has text after a closing quote"},
      {"score,label\n\"0.2\"x\"y,1\n\"", {}, "in.csv:2: has text after a closing quote"},
      // The line is where the row begins, whatever newlines stand in quotes before it.
      {"a,score,label\n\"1\n2\n3\",0.1,0\n\n\"4\n5\",x,1\n",
       {},
       "in.csv:6: column 'score': 'x' is not a number"},
      {"score,label\n0.1,0\n" + std::string("0.\0001,1\n", 8),
       {},
       "in.csv:3: has a NUL byte (is it text?)"},
      {"score,label\n1.5,1\n",
       {"--method", "beta"},
       "in.csv:2: column 'score': '1.5' is not a probability (0 to 1)"},
      {"score,label\n-0.5,1\n",
       {"--method", "platt-logit"},
       "in.csv:2: column 'score': '-0.5' is not a probability (0 to 1)"},
      {"score,label\n2,1\n",
       {"--method", "abb", "--scale", "logit"},
       "in.csv:2: column 'score': '2' is not a probability (0 to 1)"},
      {"score,label\n2,1\n",
       {"--method", "acp"},
       "in.csv:2: column 'score': '2' is not a probability (0 to 1)"},
      // Of several errors the first in the file.
      {"score,label\n0.1,0\n0.2,x\nx,0\n",
       {},
       "in.csv:3: column 'label': 'x' is not a label (0 or 1; --positive names another positive "
       "one)"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);
}

TEST_F(Malformed, Apply) {
  const std::vector<Case> cases = {
      {"", {}, "in.csv: is empty (a header and rows were expected)"},
      {"a,b\n1,2\n", {}, "in.csv:1: has no column 'score' (--score names another of 'a', 'b')"},
      {"score,calibrated\n0.1,0.1\n",
       {},
       "in.csv:1: has a column 'calibrated' already (apply adds it)"},
      {"score,score\n0.1,0.1\n", {}, "in.csv:1: has two columns 'score'"},
      {"score\n0.1\nNaN\n",
       {},
       "in.csv:3: column 'score': 'NaN' is not a finite number (--skip-missing leaves such rows "
       "out)"},
      {"score,x\n0.1,a\n,b\n",
       {},
       "in.csv:3: column 'score': is empty (a number was expected; --skip-missing leaves such rows "
       "out)"},
      {"score\n0.1\nhigh\n", {}, "in.csv:3: column 'score': 'high' is not a number"},
      {"score,x\n0.1,a\n0.2\n", {}, "in.csv:3: has 1 field (the header has 2)"},
      {"score,x\n0.1,\"a\n0.2,b\n", {}, "in.csv:2: a quote is never closed"},
      {"score\n0.1\n",
       {"--interval"},
       "model.json: has no band (fit it with --level for --interval)"},
      {"score\n0.1\n",
       {"--prevalence", "0.2"},
       "model.json: was fitted at a prevalence of 0, which cannot be re-weighed"},
  };
  for (const Case& wrong : cases) expect_apply_refused(wrong);
}

TEST_F(Malformed, ALongWayIntoTheFile) {
  std::string text = "score,label\n";
  for (int i = 0; i < 100'000; ++i) text += "0.25,0\n";
  expect_fit_refused({text + "0.5,1\nx,0\n" + text.substr(12) + "y,0\n",
                      {},
                      "in.csv:100003: column 'score': 'x' is not a number"});
  expect_apply_refused({text + "0.5,1\nx,0\n" + text.substr(12) + "y,0\n",
                        {},
                        "in.csv:100003: column 'score': 'x' is not a number"});
  expect_fit_refused(
      {text + "\"0.5,1\n" + text.substr(12), {}, "in.csv:100002: a quote is never closed"});
  // A quote that is never closed does not draw a large file into memory.
  std::string large = text + "\"0.5,1\n";
  large.append(std::size_t{20} << 20U, 'x');
  expect_apply_refused(
      {large, {}, "in.csv:100002: a row of more than 16 MiB (is a quote never closed?)"});
}

}  // namespace
}  // namespace calibrant::testing
