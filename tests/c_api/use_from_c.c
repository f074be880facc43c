/* The C API from C99: what a C program does with it, and what becomes of its mistakes. */
#include <calibrant/calibrant.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kRows = 200 };

static int failures = 0;

static void check(int right, const char* what, int line) {
  if (right) return;
  fprintf(stderr, "line %d: %s; last error: %s\n", line, what, calibrant_last_error());
  ++failures;
}
#define CHECK(condition) check((condition), #condition, __LINE__)

/* The same numbers everywhere: a linear congruential generator. */
static double uniform(unsigned long* state) {
  *state = (*state * 1103515245UL + 12345UL) & 0x7fffffffUL;
  return (double)*state / 2147483648.0;
}

static void draw(double* scores, int* labels) {
  unsigned long state = 1;
  int i;
  for (i = 0; i < kRows; ++i) {
    scores[i] = uniform(&state);
    labels[i] = uniform(&state) < scores[i] * scores[i];
  }
}

/* The name of the next method that gives a curve, and where to go on; or NULL. C has no parser of
   JSON: it is enough that keys stand in the order of the alphabet. */
static const char* next_method(const char* text, char* name, size_t room) {
  static const char key[] = "\"name\":\"";
  size_t length;
  text = strstr(text, "\"gives_curve\":true");
  if (text == NULL) return NULL;
  text = strstr(text, key) + strlen(key);
  length = strcspn(text, "\"");
  CHECK(length < room);
  memcpy(name, text, length);
  name[length] = '\0';
  return text;
}

static void fit_apply_save_load(const double* scores, const int* labels, const char* path) {
  char method[64];
  const char* rest = calibrant_methods();
  double first[kRows];
  double second[kRows];
  int methods = 0;
  while ((rest = next_method(rest, method, sizeof method)) != NULL) {
    calibrant_model* model = NULL;
    calibrant_model* loaded = NULL;
    int i;
    CHECK(calibrant_fit(method, NULL, scores, labels, NULL, kRows, &model) == CALIBRANT_OK);
    CHECK(strcmp(calibrant_method(model), method) == 0);
    CHECK(calibrant_apply(model, scores, kRows, first) == CALIBRANT_OK);
    for (i = 0; i < kRows; ++i) CHECK(first[i] >= 0 && first[i] <= 1);
    CHECK(calibrant_save(model, path) == CALIBRANT_OK);
    CHECK(calibrant_load(path, &loaded) == CALIBRANT_OK);
    CHECK(calibrant_apply(loaded, scores, kRows, second) == CALIBRANT_OK);
    CHECK(memcmp(first, second, sizeof first) == 0);
    calibrant_free(model);
    calibrant_free(loaded);
    ++methods;
  }
  CHECK(methods >= 10);
  remove(path);
}

static void bands_and_texts(const double* scores, const int* labels) {
  calibrant_model* model = NULL;
  calibrant_model* copy = NULL;
  char* text = NULL;
  size_t length = 0;
  double lower[kRows];
  double upper[kRows];
  int i;
  CHECK(calibrant_fit("abb", "{\"level\": 0.9, \"scale\": \"score\"}", scores, labels, NULL, kRows,
                      &model) == CALIBRANT_OK);
  CHECK(calibrant_level(model) == 0.9);
  CHECK(calibrant_interval(model, scores, kRows, lower, upper) == CALIBRANT_OK);
  for (i = 0; i < kRows; ++i) CHECK(lower[i] <= upper[i]);
  CHECK(calibrant_to_json(model, &text, &length) == CALIBRANT_OK);
  CHECK(strlen(text) == length);
  CHECK(calibrant_load_memory(text, length, &copy) == CALIBRANT_OK);
  calibrant_free(copy);
  CHECK(calibrant_load_memory(text, length / 2, &copy) == CALIBRANT_BAD_MODEL);
  CHECK(copy == NULL);
  calibrant_free_text(text);
  calibrant_free(model);
}

/* Three classes: fitted together, updated, and moved to other frequencies. */
static void several_classes(const double* scores, const int* labels) {
  static const char* const kNames[] = {"a", "b", "c"};
  const double wanted[] = {0.5, 0.25, 0.25};
  static double rows[3 * kRows];
  static int classes[kRows];
  calibrant_model* model = NULL;
  calibrant_model* updated = NULL;
  int i;
  for (i = 0; i < kRows; ++i) {
    rows[3 * i] = scores[i] / 2;
    rows[3 * i + 1] = scores[i] / 2;
    rows[3 * i + 2] = 1 - scores[i];
    classes[i] = labels[i] == 1 ? i % 2 : 2;
  }
  CHECK(calibrant_fit_classes("vector", "{\"keep_rows\": 50}", rows, classes, NULL, kRows, kNames,
                              3, &model) == CALIBRANT_OK);
  CHECK(calibrant_update(model, 0.5, rows, classes, NULL, kRows, &updated) == CALIBRANT_OK);
  CHECK(calibrant_apply(updated, rows, kRows, rows) == CALIBRANT_OK);
  CHECK(calibrant_shift_prevalence(updated, wanted, rows, kRows) == CALIBRANT_OK);
  for (i = 0; i < kRows; ++i) {
    CHECK(fabs(rows[3 * i] + rows[3 * i + 1] + rows[3 * i + 2] - 1) < 1e-12);
  }
  calibrant_free(model);
  calibrant_free(updated);
}

static void mistakes(const double* scores, const int* labels) {
  calibrant_model* model = NULL;
  double bad[2];
  CHECK(calibrant_fit("magic", NULL, scores, labels, NULL, kRows, &model) == CALIBRANT_BAD_OPTION);
  CHECK(strstr(calibrant_last_error(), "'magic' is not one of auto, abb") != NULL);
  CHECK(model == NULL);
  bad[0] = 0.5;
  bad[1] = nan("");
  CHECK(calibrant_fit("abb", NULL, bad, labels, NULL, 2, &model) == CALIBRANT_BAD_INPUT);
  CHECK(strcmp(calibrant_last_error(), "scores[1]: nan is not a finite number") == 0);
  CHECK(calibrant_load("no such file", &model) == CALIBRANT_BAD_MODEL);
  CHECK(calibrant_apply(NULL, scores, kRows, bad) == CALIBRANT_BAD_ARGUMENT);
}

int main(int argc, char** argv) {
  double scores[kRows];
  int labels[kRows];
  if (argc != 2) return 64;
  CHECK(strcmp(calibrant_last_error(), "") == 0);
  draw(scores, labels);
  mistakes(scores, labels);
  bands_and_texts(scores, labels);
  several_classes(scores, labels);
  fit_apply_save_load(scores, labels, argv[1]);
  printf("calibrant %s from C: %d failures\n", calibrant_version(), failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
