// Names, numbers and texts as SQL engines read them.
#pragma once

#include <string>

namespace calibrant {

/// Always with an exponent, so that engines take it for a double; read back to the same double by
/// all of them (sql_text.cpp says why that takes eighteen digits).
std::string sql_number(double x);

/// In double quotes, whatever it contains. `quote`: Spark's are backticks.
std::string sql_name(const std::string& name, char quote = '"');

}  // namespace calibrant
