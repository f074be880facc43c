#include "export/c_text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace calibrant {
namespace {

// Each list has blanks round every name, so that a name with its blanks is found or is not there.

// Of C up to C23 and of C++, which may include the header, too.
constexpr std::string_view kKeywords =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t"
    " char32_t char8_t class co_await co_return co_yield compl concept const const_cast"
    " consteval constexpr constinit continue decltype default delete do double dynamic_cast else"
    " enum explicit export extern false float for friend goto if inline int long mutable"
    " namespace new noexcept not not_eq nullptr operator or or_eq private protected public"
    " register reinterpret_cast requires restrict return short signed sizeof static"
    " static_assert static_cast struct switch template this thread_local throw true try typedef"
    " typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t"
    " while xor xor_eq ";

// Of math.h, with what glibc adds; each of them has sisters for other types than double.
constexpr std::string_view kMath =
    " acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi canonicalize cbrt ceil"
    " compoundn copysign cos cosh cospi dadd ddiv dfma dmul double_t drem dsqrt dsub erf erfc"
    " exp exp10 exp10m1 exp2 exp2m1 expm1 fabs fadd fdim fdiv ffma finite float_t floor fma fmax"
    " fmaxmag fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmin fminmag fminimum "
    "fminimum_mag"
    " fminimum_mag_num fminimum_num fmod fmul fpclassify frexp fromfp fromfpx fsqrt fsub gamma"
    " getpayload hypot ilogb iscanonical iseqsig isfinite isgreater isgreaterequal isinf isless "
    "islessequal"
    " islessgreater isnan isnormal issignaling issubnormal isunordered iszero j0 j1 jn ldexp"
    " lgamma lgamma_r llogb llrint llround log log10 log10p1 log1p log2 log2p1 logb logp1 lrint"
    " lround math_errhandling modf nan nearbyint nextafter nextdown nexttoward nextup pow pow10"
    " pown powr remainder remquo rint rootn round roundeven rsqrt scalb scalbln scalbn"
    " setpayload setpayloadsig signbit signgam significand sin sincos sinh sinpi sqrt tan tanh"
    " tanpi tgamma totalorder totalordermag trunc ufromfp ufromfpx y0 y1 yn ";

// Of float.h, math.h, stddef.h, of the usual other headers, and of GNU's compiler.
constexpr std::string_view kOthers =
    " DECIMAL_DIG I INFINITY MAXFLOAT NAN NULL SNAN SNANF SNANF128 SNANF32 SNANF32X SNANF64 "
    "SNANF64X"
    " SNANL abort abs aligned_alloc asctime assert at_quick_exit atexit atof atoi atol atoll"
    " bsearch btowc calloc clearerr clock clock_t complex ctime difftime div div_t errno exit"
    " fclose feof ferror fflush fgetc fgetpos fgets fgetwc fgetws fopen fprintf fputc fputs"
    " fputwc fputws fread free freopen fscanf fseek fsetpos ftell fwide fwprintf fwrite fwscanf"
    " getc getchar getenv gets getwc getwchar gmtime imaginary isalnum isalpha isblank iscntrl"
    " isdigit isgraph islower isprint ispunct isspace isupper isxdigit labs ldiv ldiv_t linux"
    " llabs lldiv lldiv_t localeconv localtime longjmp main malloc max_align_t mblen memchr"
    " memcmp memcpy memmove memset mktime nullptr_t offsetof perror printf ptrdiff_t putc"
    " putchar puts putwc putwchar qsort quick_exit raise rand realloc remove rename rewind scanf"
    " setbuf setjmp setlocale setvbuf signal size_t snprintf sprintf srand sscanf stderr stdin"
    " stdout strcat strchr strcmp strcoll strcpy strcspn strerror strftime strlen strncat"
    " strncmp strncpy strpbrk strrchr strspn strstr strtod strtof strtok strtol strtold strtoll"
    " strtoul strtoull strxfrm swprintf swscanf system time time_t timespec tm tmpfile tmpnam"
    " tolower toupper ungetc ungetwc unix unreachable va_arg va_copy va_end va_list va_start"
    " vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wprintf wscanf ";

// Macros of float.h and math.h, and what a later standard may add to them.
constexpr auto kPrefixes =
    std::to_array<std::string_view>({"DBL_", "DEC128_", "DEC32_", "DEC64_", "DEC_", "FLT", "FP_",
                                     "HUGE_VAL", "LDBL_", "MATH_", "M_", "f32", "f64", "lgamma"});

bool holds(std::string_view names, std::string_view name) {
  return names.find(" " + std::string(name) + " ") != std::string_view::npos;
}

// expf, expl and expf32x are sisters of exp.
bool is_math(std::string_view name) {
  if (holds(kMath, name)) return true;
  const std::size_t last = name.find_last_not_of("0123456789x");
  if (last == std::string_view::npos || last == 0) return false;
  const std::string_view kinds = last + 1 == name.size() ? "fl" : "f";
  return kinds.find(name[last]) != std::string_view::npos && holds(kMath, name.substr(0, last));
}

}  // namespace

bool means_something_in_c(std::string_view name) {
  return holds(kKeywords, name) || holds(kOthers, name) || is_math(name) ||
         std::ranges::any_of(kPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

}  // namespace calibrant
