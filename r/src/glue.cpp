// What R calls: vectors become arrays, and statuses become values of the class "calibrant_failure",
// from which R makes conditions. No exception of C++ and no jump of R crosses the other's frames,
// except where R itself has no memory left.
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "calibrant/calibrant.h"

#define R_NO_REMAP
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

namespace {

using Json = nlohmann::ordered_json;

// ---- From R

const double* doubles(SEXP values) { return Rf_isNull(values) ? nullptr : REAL(values); }
const int* ints(SEXP values) { return Rf_isNull(values) ? nullptr : INTEGER(values); }
const char* utf8(SEXP text) { return Rf_translateCharUTF8(STRING_ELT(text, 0)); }
const char* text_or_null(SEXP text) { return Rf_isNull(text) ? nullptr : utf8(text); }
size_t length_of(SEXP values) { return static_cast<size_t>(Rf_xlength(values)); }

std::vector<const char*> texts(SEXP values) {
  std::vector<const char*> result;
  for (R_xlen_t i = 0; i < Rf_xlength(values); ++i) {
    result.push_back(Rf_translateCharUTF8(STRING_ELT(values, i)));
  }
  return result;
}

/// What is NA becomes a text, which no option takes for a number.
Json json_of_element(SEXP values, R_xlen_t i) {
  switch (TYPEOF(values)) {
    case LGLSXP:
      if (LOGICAL(values)[i] == NA_LOGICAL) return "NA";
      return LOGICAL(values)[i] != 0;
    case INTSXP:
      if (INTEGER(values)[i] == NA_INTEGER) return "NA";
      return INTEGER(values)[i];
    case REALSXP: {
      const double x = REAL(values)[i];
      if (std::isnan(x)) return "NA";
      if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
      if (x == std::floor(x) && std::fabs(x) < 9007199254740992.0) {
        return x < 0 ? Json(static_cast<long long>(x)) : Json(static_cast<unsigned long long>(x));
      }
      return x;
    }
    case STRSXP:
      return std::string(Rf_translateCharUTF8(STRING_ELT(values, i)));
    default:
      return std::string("<") + Rf_type2char(static_cast<SEXPTYPE>(TYPEOF(values))) + ">";
  }
}

/// A named list of options; a list or several values become a list of JSON.
std::string json_of_options(SEXP options) {
  Json json = Json::object();
  SEXP names = Rf_getAttrib(options, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(options); ++i) {
    SEXP value = VECTOR_ELT(options, i);
    Json& place = json[Rf_translateCharUTF8(STRING_ELT(names, i))];
    if (TYPEOF(value) == VECSXP) {
      place = Json::array();
      for (R_xlen_t k = 0; k < Rf_xlength(value); ++k) {
        place.push_back(json_of_element(VECTOR_ELT(value, k), 0));
      }
    } else if (Rf_xlength(value) == 1) {
      place = json_of_element(value, 0);
    } else {
      place = Json::array();
      for (R_xlen_t k = 0; k < Rf_xlength(value); ++k) place.push_back(json_of_element(value, k));
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- To R

SEXP text_of(const char* text, size_t length) {
  return Rf_ScalarString(Rf_mkCharLenCE(text, static_cast<int>(length), CE_UTF8));
}

SEXP text_of(const std::string& text) { return text_of(text.data(), text.size()); }

template <class Predicate>
bool all(const Json& json, const Predicate& is) {
  for (const Json& one : json) {
    if (!is(one)) return false;
  }
  return !json.empty();
}

/// An object is a named list, a list of texts or numbers is a vector, and null is NA.
SEXP value_of(const Json& json) {
  const auto count = static_cast<R_xlen_t>(json.size());
  if (json.is_null()) return Rf_ScalarLogical(NA_LOGICAL);
  if (json.is_boolean()) return Rf_ScalarLogical(json.get<bool>() ? 1 : 0);
  if (json.is_number()) return Rf_ScalarReal(json.get<double>());
  if (json.is_string()) return text_of(json.get_ref<const std::string&>());
  R_xlen_t i = 0;
  if (json.is_array() && all(json, [](const Json& one) { return one.is_string(); })) {
    SEXP result = PROTECT(Rf_allocVector(STRSXP, count));
    for (const Json& one : json) {
      const std::string& text = one.get_ref<const std::string&>();
      SET_STRING_ELT(result, i++,
                     Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8));
    }
    UNPROTECT(1);
    return result;
  }
  if (json.is_array() && all(json, [](const Json& one) { return one.is_number(); })) {
    SEXP result = PROTECT(Rf_allocVector(REALSXP, count));
    for (const Json& one : json) REAL(result)[i++] = one.get<double>();
    UNPROTECT(1);
    return result;
  }
  SEXP result = PROTECT(Rf_allocVector(VECSXP, count));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, json.is_object() ? count : 0));
  for (const auto& [name, one] : json.items()) {
    if (json.is_object()) SET_STRING_ELT(names, i, Rf_mkCharCE(name.c_str(), CE_UTF8));
    SET_VECTOR_ELT(result, i++, value_of(one));
  }
  if (json.is_object()) Rf_setAttrib(result, R_NamesSymbol, names);
  UNPROTECT(2);
  return result;
}

SEXP failure(calibrant_status status) {
  const char* message = calibrant_last_error();
  SEXP result = PROTECT(text_of(message, std::char_traits<char>::length(message)));
  SEXP number = PROTECT(Rf_ScalarInteger(status));
  SEXP kind = PROTECT(Rf_mkString("calibrant_failure"));
  Rf_setAttrib(result, Rf_install("status"), number);
  Rf_setAttrib(result, R_ClassSymbol, kind);
  UNPROTECT(3);
  return result;
}

/// A text that the library made, which is given back to it.
SEXP taken(calibrant_status status, char** text, size_t* length) {
  if (status != CALIBRANT_OK) return failure(status);
  SEXP result = PROTECT(text_of(*text, *length));
  calibrant_free_text(*text);
  UNPROTECT(1);
  return result;
}

SEXP parsed(const char* text, size_t length) { return value_of(Json::parse(text, text + length)); }

// ---- Handles

void free_model(SEXP pointer) {
  calibrant_free(static_cast<calibrant_model*>(R_ExternalPtrAddr(pointer)));
  R_ClearExternalPtr(pointer);
}

void free_finding(SEXP pointer) {
  calibrant_free_finding(static_cast<calibrant_finding*>(R_ExternalPtrAddr(pointer)));
  R_ClearExternalPtr(pointer);
}

SEXP handle(calibrant_status status, void* address, void (*finalizer)(SEXP)) {
  if (status != CALIBRANT_OK) return failure(status);
  SEXP pointer = PROTECT(R_MakeExternalPtr(address, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
  UNPROTECT(1);
  return pointer;
}

SEXP model_handle(calibrant_status status, calibrant_model* model) {
  return handle(status, model, free_model);
}

const calibrant_model* model_of(SEXP pointer) {
  return static_cast<const calibrant_model*>(R_ExternalPtrAddr(pointer));
}

const calibrant_finding* finding_of(SEXP pointer) {
  return Rf_isNull(pointer) ? nullptr
                            : static_cast<const calibrant_finding*>(R_ExternalPtrAddr(pointer));
}

// ---- Calls

SEXP c_version() { return Rf_mkString(calibrant_version()); }

SEXP c_methods() {
  const char* text = calibrant_methods();
  return parsed(text, std::char_traits<char>::length(text));
}

SEXP c_is_gone(SEXP pointer) { return Rf_ScalarLogical(R_ExternalPtrAddr(pointer) == nullptr); }

SEXP c_fit(SEXP method, SEXP options, SEXP scores, SEXP labels, SEXP weights, SEXP names) {
  calibrant_model* model = nullptr;
  const std::string json = json_of_options(options);
  const size_t rows = length_of(labels);
  if (Rf_isNull(names)) {
    const auto status = calibrant_fit(utf8(method), json.c_str(), doubles(scores), ints(labels),
                                      doubles(weights), rows, &model);
    return model_handle(status, model);
  }
  const auto called = texts(names);
  const auto status =
      calibrant_fit_classes(utf8(method), json.c_str(), doubles(scores), ints(labels),
                            doubles(weights), rows, called.data(), called.size(), &model);
  return model_handle(status, model);
}

SEXP c_update(SEXP pointer, SEXP forget, SEXP scores, SEXP labels, SEXP weights) {
  calibrant_model* model = nullptr;
  const auto status = calibrant_update(model_of(pointer), Rf_asReal(forget), doubles(scores),
                                       ints(labels), doubles(weights), length_of(labels), &model);
  return model_handle(status, model);
}

SEXP c_load(SEXP path) {
  calibrant_model* model = nullptr;
  const auto status = calibrant_load(Rf_translateChar(STRING_ELT(path, 0)), &model);
  return model_handle(status, model);
}

SEXP c_load_text(SEXP text) {
  calibrant_model* model = nullptr;
  SEXP bytes = STRING_ELT(text, 0);
  const auto status =
      calibrant_load_memory(R_CHAR(bytes), static_cast<size_t>(LENGTH(bytes)), &model);
  return model_handle(status, model);
}

SEXP c_save(SEXP pointer, SEXP path) {
  const auto status = calibrant_save(model_of(pointer), Rf_translateChar(STRING_ELT(path, 0)));
  return status == CALIBRANT_OK ? R_NilValue : failure(status);
}

SEXP c_text(SEXP pointer) {
  char* text = nullptr;
  size_t length = 0;
  const auto status = calibrant_to_json(model_of(pointer), &text, &length);
  return taken(status, &text, &length);
}

SEXP c_describe(SEXP pointer) {
  char* text = nullptr;
  size_t length = 0;
  const auto status = calibrant_describe(model_of(pointer), &text, &length);
  return taken(status, &text, &length);
}

SEXP c_export(SEXP pointer, SEXP target, SEXP options) {
  char* text = nullptr;
  size_t length = 0;
  const std::string json = json_of_options(options);
  const auto status =
      calibrant_export(model_of(pointer), utf8(target), json.c_str(), &text, &length);
  if (status != CALIBRANT_OK) return failure(status);
  SEXP result = PROTECT(Rf_allocVector(RAWSXP, static_cast<R_xlen_t>(length)));
  std::copy(text, text + length, RAW(result));
  calibrant_free_text(text);
  UNPROTECT(1);
  return result;
}

SEXP c_about(SEXP pointer) {
  const calibrant_model* model = model_of(pointer);
  Json json;
  const calibrant_kind kind = calibrant_kind_of(model);
  json["kind"] = kind == CALIBRANT_CURVE ? "curve" : kind == CALIBRANT_ACP ? "acp" : "classes";
  json["method"] = calibrant_method(model);
  json["level"] = calibrant_level(model) == 0 ? Json() : Json(calibrant_level(model));
  json["classes"] = Json::array();
  for (size_t k = 0; calibrant_class_name(model, k) != nullptr; ++k) {
    json["classes"].push_back(calibrant_class_name(model, k));
  }
  return value_of(json);
}

SEXP c_apply(SEXP pointer, SEXP scores, SEXP lower, SEXP upper) {
  const calibrant_model* model = model_of(pointer);
  const size_t rows = length_of(scores) / calibrant_columns(model);
  SEXP result = PROTECT(Rf_allocVector(REALSXP, Rf_xlength(scores)));
  const auto status = Rf_isNull(lower) ? calibrant_apply(model, REAL(scores), rows, REAL(result))
                                       : calibrant_apply_acp(model, REAL(scores), doubles(lower),
                                                             doubles(upper), rows, REAL(result));
  UNPROTECT(1);
  return status == CALIBRANT_OK ? result : failure(status);
}

SEXP c_interval(SEXP pointer, SEXP scores) {
  const calibrant_model* model = model_of(pointer);
  SEXP lower = PROTECT(Rf_allocVector(REALSXP, Rf_xlength(scores)));
  SEXP upper = PROTECT(Rf_allocVector(REALSXP, Rf_xlength(scores)));
  SEXP both = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(both, 0, lower);
  SET_VECTOR_ELT(both, 1, upper);
  const auto status = calibrant_interval(
      model, REAL(scores), length_of(scores) / calibrant_columns(model), REAL(lower), REAL(upper));
  UNPROTECT(3);
  return status == CALIBRANT_OK ? both : failure(status);
}

SEXP c_shift(SEXP pointer, SEXP prevalence, SEXP probabilities) {
  const calibrant_model* model = model_of(pointer);
  SEXP result = PROTECT(Rf_duplicate(probabilities));
  const auto status = calibrant_shift_prevalence(model, REAL(prevalence), REAL(result),
                                                 length_of(result) / calibrant_columns(model));
  UNPROTECT(1);
  return status == CALIBRANT_OK ? result : failure(status);
}

SEXP c_inspect(SEXP scores, SEXP labels, SEXP weights, SEXP names) {
  char* text = nullptr;
  size_t length = 0;
  const auto called = texts(names);
  const auto status =
      calibrant_inspect(doubles(scores), ints(labels), doubles(weights), length_of(labels),
                        Rf_isNull(names) ? nullptr : called.data(), called.size(), &text, &length);
  if (status != CALIBRANT_OK) return failure(status);
  SEXP result = PROTECT(parsed(text, length));
  calibrant_free_text(text);
  UNPROTECT(1);
  return result;
}

SEXP c_evaluate(SEXP options, SEXP probabilities, SEXP labels, SEXP weights, SEXP names, SEXP by,
                SEXP subgroups) {
  calibrant_finding* finding = nullptr;
  const std::string json = json_of_options(options);
  const auto called = texts(names);
  const size_t rows = length_of(labels);
  calibrant_status status = CALIBRANT_OK;
  if (Rf_isNull(by)) {
    status = calibrant_evaluate(json.c_str(), doubles(probabilities), ints(labels),
                                doubles(weights), rows, Rf_isNull(names) ? nullptr : called.data(),
                                called.size(), &finding);
  } else {
    status = calibrant_evaluate_subgroups(json.c_str(), doubles(probabilities), ints(labels),
                                          doubles(weights), rows, utf8(by), ints(subgroups),
                                          called.data(), called.size(), &finding);
  }
  return handle(status, finding, free_finding);
}

SEXP c_compare(SEXP options, SEXP scores, SEXP labels, SEXP weights, SEXP test_scores,
               SEXP test_labels, SEXP test_weights, SEXP names) {
  calibrant_finding* finding = nullptr;
  const std::string json = json_of_options(options);
  const auto called = texts(names);
  const auto status = calibrant_compare(
      json.c_str(), doubles(scores), ints(labels), doubles(weights), length_of(labels),
      doubles(test_scores), ints(test_labels), doubles(test_weights), length_of(test_labels),
      Rf_isNull(names) ? nullptr : called.data(), called.size(), &finding);
  return handle(status, finding, free_finding);
}

SEXP c_finding_text(SEXP finding, SEXP form, SEXP title, SEXP before) {
  char* text = nullptr;
  size_t length = 0;
  const auto status = calibrant_finding_text(finding_of(finding), utf8(form), text_or_null(title),
                                             finding_of(before), &text, &length);
  return taken(status, &text, &length);
}

SEXP c_parse(SEXP text) {
  SEXP bytes = STRING_ELT(text, 0);
  return parsed(R_CHAR(bytes), static_cast<size_t>(LENGTH(bytes)));
}

#define CALL(name, count) \
  { #name, reinterpret_cast < DL_FUNC>(&name), count }
const R_CallMethodDef kCalls[] = {
    CALL(c_version, 0),   CALL(c_methods, 0),  CALL(c_is_gone, 1),      CALL(c_fit, 6),
    CALL(c_update, 5),    CALL(c_load, 1),     CALL(c_load_text, 1),    CALL(c_save, 2),
    CALL(c_text, 1),      CALL(c_describe, 1), CALL(c_export, 3),       CALL(c_about, 1),
    CALL(c_apply, 4),     CALL(c_interval, 2), CALL(c_shift, 3),        CALL(c_inspect, 4),
    CALL(c_evaluate, 7),  CALL(c_compare, 8),  CALL(c_finding_text, 4), CALL(c_parse, 1),
    {nullptr, nullptr, 0}};
#undef CALL

}  // namespace

extern "C" __attribute__((visibility("default"))) void R_init_calibrant(DllInfo* info) {
  R_registerRoutines(info, nullptr, kCalls, nullptr, nullptr);
  R_useDynamicSymbols(info, FALSE);
  R_forceSymbols(info, TRUE);
}
