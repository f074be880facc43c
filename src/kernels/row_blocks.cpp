// Dispatch of kernels/row_blocks.hpp to the best instruction set of the machine.
#include "kernels/row_blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_blocks.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/row_blocks-inl.hpp"

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(rows_to_block_here);
HWY_EXPORT(block_to_rows_here);
HWY_EXPORT(shares_block_here);
HWY_EXPORT(add_shares_block_here);
HWY_EXPORT(log_block_here);
HWY_EXPORT(mixed_block_here);
HWY_EXPORT(centred_block_here);
HWY_EXPORT(all_within_here);
HWY_EXPORT(find_top_labels_here);
HWY_EXPORT(add_top_labels_here);

bool rows_to_block(const double* rows, std::size_t count, std::size_t classes, double largest,
                   double* block) {
  return HWY_DYNAMIC_DISPATCH(rows_to_block_here)(rows, count, classes, largest, block);
}

void block_to_rows(const double* block, std::size_t count, std::size_t classes, double* rows) {
  HWY_DYNAMIC_DISPATCH(block_to_rows_here)(block, count, classes, rows);
}

void shares_block(const double* block, std::size_t classes, double* out) {
  HWY_DYNAMIC_DISPATCH(shares_block_here)(block, classes, out);
}

void add_shares_block(const double* block, std::size_t classes, double weight, double* sum) {
  HWY_DYNAMIC_DISPATCH(add_shares_block_here)(block, classes, weight, sum);
}

void log_block(const double* p, std::size_t classes, double least, double* out) {
  HWY_DYNAMIC_DISPATCH(log_block_here)(p, classes, least, out);
}

void mixed_block(const double* x, std::size_t classes, const MixedReading& reading, double* out) {
  HWY_DYNAMIC_DISPATCH(mixed_block_here)(x, classes, reading, out);
}

void centred_block(const double* x, std::size_t classes, double least, double* out) {
  HWY_DYNAMIC_DISPATCH(centred_block_here)(x, classes, least, out);
}

bool all_within(std::span<const double> numbers, double low, double high) {
  return HWY_DYNAMIC_DISPATCH(all_within_here)(numbers, low, high);
}

void find_top_labels(const double* p, std::size_t classes, TopLabels& top) {
  HWY_DYNAMIC_DISPATCH(find_top_labels_here)(p, classes, top);
}

void add_top_labels(const double* p, std::size_t classes, const TopLabels& top,
                    const RowValues& confidence, double weight, double* sum) {
  HWY_DYNAMIC_DISPATCH(add_top_labels_here)(p, classes, top, confidence, weight, sum);
}

}  // namespace calibrant::kernels
#endif
