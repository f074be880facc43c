/* Calibrant for C, and for every language that can call C.
 *
 * A function that can fail returns a calibrant_status. Unless that is CALIBRANT_OK,
 * calibrant_last_error() says in a sentence what is wrong, and the outputs are not to be read; a
 * model that was asked for is NULL. No C++ exception leaves a function. Texts are UTF-8 and end
 * with a zero. A model never changes: many threads may use it at once.
 *
 *     calibrant_model *model = NULL;
 *     if (calibrant_fit("auto", NULL, scores, labels, NULL, rows, &model) != CALIBRANT_OK ||
 *         calibrant_apply(model, new_scores, new_rows, probabilities) != CALIBRANT_OK) {
 *       fprintf(stderr, "%s\n", calibrant_last_error());
 *     }
 *     calibrant_free(model);
 */
#ifndef CALIBRANT_CALIBRANT_H
#define CALIBRANT_CALIBRANT_H

/* NOLINTBEGIN(readability-identifier-naming): the names are those of C. */
#include <stddef.h>

#if defined(_WIN32) && defined(CALIBRANT_MAKES_DLL)
#define CALIBRANT_C_API __declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define CALIBRANT_C_API __attribute__((visibility("default")))
#else
#define CALIBRANT_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A fitted calibrator. Only pointers to it are ever seen. */
typedef struct calibrant_model calibrant_model;

/** What was found out about probabilities or about methods. Only pointers to it are ever seen. */
typedef struct calibrant_finding calibrant_finding;

/** How a call ended. */
typedef enum calibrant_status {
  CALIBRANT_OK = 0,
  CALIBRANT_BAD_ARGUMENT = 1, /**< a NULL pointer, or a model of another kind than is needed */
  CALIBRANT_BAD_INPUT = 2,    /**< data that cannot be used: `scores[3]: nan is not ...` */
  CALIBRANT_BAD_OPTION = 3,   /**< no such method or option, or a value outside its range */
  CALIBRANT_BAD_MODEL = 4,    /**< a file or text that is not a model, or not a whole one */
  CALIBRANT_FAILED = 5,       /**< a file that cannot be written, a band that is not there */
  CALIBRANT_OUT_OF_MEMORY = 6,
  CALIBRANT_INTERNAL = 7 /**< a defect of the library: please report it */
} calibrant_status;

/** What a model is. */
typedef enum calibrant_kind {
  CALIBRANT_NOTHING = 0,    /**< of NULL */
  CALIBRANT_CURVE = 1,      /**< from one score to a probability */
  CALIBRANT_ACP = 2,        /**< from a score and its interval to a probability */
  CALIBRANT_MULTICLASS = 3, /**< from a row of scores, one per class, to as many probabilities */
  CALIBRANT_GROUPED = 4     /**< from one score and the name of its group to a probability */
} calibrant_kind;

/** "major.minor.patch" of the library that is running. */
CALIBRANT_C_API const char* calibrant_version(void);

/** What was wrong with the last call of this thread that failed; "" if none has. It stays until the
 * next one fails. */
CALIBRANT_C_API const char* calibrant_last_error(void);

/** Fits a model to rows of a score and a label.
 *
 * @param method one of those that calibrant_methods lists, such as auto
 * @param options NULL, or the text of a JSON object, such as {"scale": "score", "level": 0.9}.
 *   calibrant_methods lists the options of each method; what the method does not read is refused.
 *   Two more go with every method: threads (a number; 0, the default, is as many as there are;
 *   it changes no result), and keep_observations (true or false: may the model be updated?).
 * @param scores finite numbers
 * @param labels 0 or 1
 * @param weights NULL, or one per row: finite and not negative
 * @param rows how many there are, at least one
 * @param model receives the model: calibrant_free it
 */
CALIBRANT_C_API calibrant_status calibrant_fit(const char* method, const char* options,
                                               const double* scores, const int* labels,
                                               const double* weights, size_t rows,
                                               calibrant_model** model);

/** The same for rows that are counted already: each score with the weight of its negatives and of
 * its positives, in any order. */
CALIBRANT_C_API calibrant_status calibrant_fit_counts(const char* method, const char* options,
                                                      const double* scores, const double* negatives,
                                                      const double* positives, size_t rows,
                                                      calibrant_model** model);

/** The same for several classes; every method but acp. The methods auto, temperature, vector and
 * matrix fit all classes together; of any other, each class gets a curve against the rest.
 *
 * @param method as for calibrant_fit
 * @param options as for calibrant_fit
 * @param scores row after row, one score per class
 * @param labels the number of the row's class, from 0
 * @param weights as for calibrant_fit
 * @param rows how many there are, at least one
 * @param names of the classes: none is empty or there twice
 * @param classes how many there are, at least two
 * @param model receives the model: calibrant_free it
 */
CALIBRANT_C_API calibrant_status calibrant_fit_classes(const char* method, const char* options,
                                                       const double* scores, const int* labels,
                                                       const double* weights, size_t rows,
                                                       const char* const* names, size_t classes,
                                                       calibrant_model** model);

/** Fits one curve to all rows, and a correction for each group of them.
 *
 * @param method any that gives a curve
 * @param options as for calibrant_fit, without keep_observations
 * @param by what the groups are called, such as "site": the column of tables and of SQL
 * @param groups the name of each row's group, UTF-8
 * @param scores, labels, weights, rows, model as for calibrant_fit
 */
CALIBRANT_C_API calibrant_status calibrant_fit_groups(const char* method, const char* options,
                                                      const char* by, const char* const* groups,
                                                      const double* scores, const int* labels,
                                                      const double* weights, size_t rows,
                                                      calibrant_model** model);

/** Fits again as the old model was fitted, to the rows that it keeps and to new rows. Of classes
 * that are fitted together, a model keeps its rows, or with {"keep_rows": 10000} a sample.
 *
 * @param old a model that was fitted with {"keep_observations": true}, here or elsewhere, or ACP's
 * @param forget the old rows' weights are multiplied by it: above 0, and at most 1
 * @param scores as for the fit of the old model
 * @param labels 0 or 1, or the number of the row's class
 * @param weights NULL, or one per row: finite and not negative
 * @param rows how many there are, at least one
 * @param model receives the new model, which keeps its observations: calibrant_free it
 */
CALIBRANT_C_API calibrant_status calibrant_update(const calibrant_model* old, double forget,
                                                  const double* scores, const int* labels,
                                                  const double* weights, size_t rows,
                                                  calibrant_model** model);

/** Every method and every option as the text of a JSON object {"methods": [...], "options": [...]}:
 * names, defaults, what is allowed, and what they are for. It stays for as long as the program. */
CALIBRANT_C_API const char* calibrant_methods(void);

/** Reads a model file. A model that loads is safe to apply. */
CALIBRANT_C_API calibrant_status calibrant_load(const char* path, calibrant_model** model);

/** Reads the text of a model file; it needs no zero at its end. */
CALIBRANT_C_API calibrant_status calibrant_load_memory(const void* text, size_t length,
                                                       calibrant_model** model);

/** Writes a model file, whole or not at all, with all that it had when it was loaded. */
CALIBRANT_C_API calibrant_status calibrant_save(const calibrant_model* model, const char* path);

/** The text of the model file, with a zero at its end that `length` does not count: give it to
 * calibrant_free_text. `length` may be NULL. */
CALIBRANT_C_API calibrant_status calibrant_to_json(const calibrant_model* model, char** text,
                                                   size_t* length);

/** The model as code that runs elsewhere: SQL, C, ONNX or columns for Spark. Not for ACP.
 *
 * @param model any other model
 * @param target sql, c, onnx or spark
 * @param options NULL, or the text of a JSON object with some of these: column, name, dialect,
 *   cells, input (texts), interval, logits (true or false), input_columns (a number), and for
 *   several classes or groups columns, keep (lists of texts), table and group (texts).
 * docs/guide/export.md says what they mean.
 * @param text receives the text, or the bytes of ONNX, with a zero at the end that `length` does
 *   not count: give it to calibrant_free_text
 * @param length receives its length; may be NULL
 */
CALIBRANT_C_API calibrant_status calibrant_export(const calibrant_model* model, const char* target,
                                                  const char* options, char** text, size_t* length);

/** A text that a function here gave to its caller to free, or NULL. */
CALIBRANT_C_API void calibrant_free_text(char* text);

/** The probabilities of many rows. A curve has one score a row, a model of several classes as many
 * as calibrant_columns says; there are as many probabilities as scores. NaN gives NaN. The output
 * may be the very array of the scores; otherwise the two must not overlap. Not for ACP, and not
 * for groups. */
CALIBRANT_C_API calibrant_status calibrant_apply(const calibrant_model* model, const double* scores,
                                                 size_t rows, double* probabilities);

/** The same for ACP, which needs the interval of every score. */
CALIBRANT_C_API calibrant_status calibrant_apply_acp(const calibrant_model* model,
                                                     const double* scores, const double* lower,
                                                     const double* upper, size_t rows,
                                                     double* probabilities);

/** The same for a model with groups. A group that the model does not know, or NULL, gets the common
 * curve. */
CALIBRANT_C_API calibrant_status calibrant_apply_groups(const calibrant_model* model,
                                                        const double* scores,
                                                        const char* const* groups, size_t rows,
                                                        double* probabilities);

/** Estimates how frequent positives, or the classes, are among rows without labels.
 *
 * @param model any model that knows what it was fitted on
 * @param probabilities of these rows, as calibrant_apply and its likes gave them
 * @param rows how many there are, at least one
 * @param frequencies receives the rate of positives, or the frequency of each class: what
 *   calibrant_shift_prevalence takes
 * @param errors receives their standard errors, or is NULL. If they are larger than the change, the
 *   rows tell nothing.
 */
CALIBRANT_C_API calibrant_status calibrant_estimate_prevalence(const calibrant_model* model,
                                                               const double* probabilities,
                                                               size_t rows, double* frequencies,
                                                               double* errors);

/** Probabilities of this model, re-weighed in place for a population in which classes have other
 * frequencies than in the rows of the fit. The ends of intervals may be given, too.
 *
 * @param model any model that knows what it was fitted on
 * @param prevalence the rate of positives, strictly between 0 and 1; or with several classes the
 *   frequency of each, in the order of the model, which add up to 1
 * @param probabilities as calibrant_apply or calibrant_apply_acp gave them
 * @param rows how many rows there are
 */
CALIBRANT_C_API calibrant_status calibrant_shift_prevalence(const calibrant_model* model,
                                                            const double* prevalence,
                                                            double* probabilities, size_t rows);

/** The credible interval of many scores, or of each class of many rows: as many lower and upper
 * ends as calibrant_apply gives probabilities. Needs a band: see calibrant_level. */
CALIBRANT_C_API calibrant_status calibrant_interval(const calibrant_model* model,
                                                    const double* scores, size_t rows,
                                                    double* lower, double* upper);

/** The credible intervals of a model with groups. */
CALIBRANT_C_API calibrant_status calibrant_interval_groups(const calibrant_model* model,
                                                           const double* scores,
                                                           const char* const* groups, size_t rows,
                                                           double* lower, double* upper);

/** Which of these it is. */
CALIBRANT_C_API calibrant_kind calibrant_kind_of(const calibrant_model* model);

/** Scores, and probabilities, of a row: 1, or the number of classes; 0 of NULL. */
CALIBRANT_C_API size_t calibrant_columns(const calibrant_model* model);

/** The name of a class, for as long as the model is there; NULL if there is no such class. */
CALIBRANT_C_API const char* calibrant_class_name(const calibrant_model* model, size_t index);

/** What fitted it, for as long as the model is there; "" of NULL. */
CALIBRANT_C_API const char* calibrant_method(const calibrant_model* model);

/** The level of the credible band of a curve, or of classes that are fitted together; 0 if there is
 * none. */
CALIBRANT_C_API double calibrant_level(const calibrant_model* model);

/** What a fit averaged, or chose, in words; "" where there is nothing to tell. Give the text to
 * calibrant_free_text; `length` may be NULL. */
CALIBRANT_C_API calibrant_status calibrant_describe(const calibrant_model* model, char** text,
                                                    size_t* length);

/** Gives the model's memory back. NULL is welcome. */
CALIBRANT_C_API void calibrant_free(calibrant_model* model);

/* ---- Rows of two classes or of several
 *
 * With two classes a row has one number: `classes` is 0, `names` is NULL, and labels are 0 or 1.
 * With several it has one for each class, and labels are the numbers of the classes, from 0.
 */

/** What looks wrong with rows that can be used: the text of a JSON list of sentences, such as
 * "larger scores mean fewer positives ...". Give it to calibrant_free_text. */
CALIBRANT_C_API calibrant_status calibrant_inspect(const double* scores, const int* labels,
                                                   const double* weights, size_t rows,
                                                   const char* const* names, size_t classes,
                                                   char** text, size_t* length);

/** How good probabilities are, with bootstrap intervals, as `calibrant evaluate` says it.
 *
 * @param options NULL, or the text of a JSON object with some of these: bins (10), bootstrap (1000;
 *   0: no intervals), level (0.95), seed (1), threads (0: as many as there are)
 * @param probabilities row after row
 * @param labels as above
 * @param weights NULL, or one per row: finite and not negative
 * @param rows how many there are, at least one
 * @param names of several classes, or NULL
 * @param classes how many there are, or 0
 * @param finding receives what was found: calibrant_free_finding it
 */
CALIBRANT_C_API calibrant_status calibrant_evaluate(const char* options,
                                                    const double* probabilities, const int* labels,
                                                    const double* weights, size_t rows,
                                                    const char* const* names, size_t classes,
                                                    calibrant_finding** finding);

/** The same for two classes, and for each subgroup of the rows.
 *
 * @param options as for calibrant_evaluate
 * @param probabilities one per row
 * @param labels as above
 * @param weights NULL, or one per row
 * @param rows how many there are, at least one
 * @param by what the subgroups are called, such as site
 * @param subgroups the number of each row's subgroup, from 0
 * @param names of the subgroups
 * @param count how many subgroups there are
 * @param finding receives what was found: calibrant_free_finding it
 */
CALIBRANT_C_API calibrant_status calibrant_evaluate_subgroups(
    const char* options, const double* probabilities, const int* labels, const double* weights,
    size_t rows, const char* by, const int* subgroups, const char* const* names, size_t count,
    calibrant_finding** finding);

/** Which method is best for these scores, as `calibrant compare` says it.
 *
 * @param options NULL, or the text of a JSON object with some of these: methods (a list; none: all
 *   that can be used, and raw), folds (10), seed (1), threads; and any option of the methods
 * @param scores row after row
 * @param labels as above
 * @param weights NULL, or one per row
 * @param rows how many there are
 * @param test_scores NULL for folds; or rows on which methods are measured that are fitted to the
 *   others
 * @param test_labels of these rows
 * @param test_weights NULL, or one for each of them
 * @param test_rows how many of them there are
 * @param names of several classes, or NULL
 * @param classes how many there are, or 0
 * @param finding receives what was found: calibrant_free_finding it
 */
CALIBRANT_C_API calibrant_status calibrant_compare(
    const char* options, const double* scores, const int* labels, const double* weights,
    size_t rows, const double* test_scores, const int* test_labels, const double* test_weights,
    size_t test_rows, const char* const* names, size_t classes, calibrant_finding** finding);

/** What was found, as a text.
 *
 * @param finding of calibrant_evaluate, calibrant_evaluate_subgroups or calibrant_compare
 * @param form text (for people), json (every number; the keys are those of the program's --json),
 *   html (the report, one page), or notes (a JSON list of sentences: what a comparison did in
 *   another way than it was asked to)
 * @param title of the page; NULL: its usual one
 * @param before NULL; or for the page of probabilities what was found about the scores of the same
 *   rows, if they were probabilities, too
 * @param text receives the text: give it to calibrant_free_text
 * @param length receives its length; may be NULL
 */
CALIBRANT_C_API calibrant_status calibrant_finding_text(const calibrant_finding* finding,
                                                        const char* form, const char* title,
                                                        const calibrant_finding* before,
                                                        char** text, size_t* length);

/** Gives the memory back. NULL is welcome. */
CALIBRANT_C_API void calibrant_free_finding(calibrant_finding* finding);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming) */

#endif
