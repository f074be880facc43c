#if !defined(_WIN32) && !defined(__wasi__)
#include "system/file_rights.hpp"

#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>

#include <cerrno>
#include <vector>
#endif

namespace calibrant {
namespace {

constexpr mode_t kOwner = 0700;
constexpr mode_t kAll = 0777;

constexpr mode_t group_of(mode_t mode) { return mode >> 3U & 07U; }
constexpr mode_t others_of(mode_t mode) { return mode & 07U; }

#ifdef __linux__
constexpr const char* kAccessList = "system.posix_acl_access";

// What a default of the directory gave to the new file.
void drop_access_list(int descriptor) { ::fremovexattr(descriptor, kAccessList); }

// Whether the new file has the old one's access control list: both have none, or the same.
bool take_access_list(int descriptor, const std::filesystem::path& path) {
  const ssize_t size = ::getxattr(path.c_str(), kAccessList, nullptr, 0);
  if (size < 0) return errno == ENODATA || errno == ENOTSUP;
  std::vector<char> list(static_cast<std::size_t>(size));
  return ::getxattr(path.c_str(), kAccessList, list.data(), list.size()) == size &&
         ::fsetxattr(descriptor, kAccessList, list.data(), list.size(), 0) == 0;
}

bool has_access_list(const std::filesystem::path& path) {
  return ::getxattr(path.c_str(), kAccessList, nullptr, 0) > 0;
}
#else
void drop_access_list(int) {}
bool take_access_list(int, const std::filesystem::path&) { return true; }
bool has_access_list(const std::filesystem::path&) { return false; }
#endif

}  // namespace

mode_t narrowed_mode(mode_t old_mode, mode_t fresh_mode, bool same_owner, bool same_group) {
  old_mode &= kAll;
  if (same_owner && same_group) return old_mode;
  mode_t group = group_of(old_mode);
  mode_t others = others_of(old_mode);
  if (!same_group) group = others = group & others;
  return (old_mode & kOwner) | (group & group_of(fresh_mode)) << 3U |
         (others & others_of(fresh_mode));
}

bool take_rights(int descriptor, const std::filesystem::path& path, const struct stat& old,
                 mode_t fresh_mode, bool may_give) {
  struct stat now = {};
  if (::fstat(descriptor, &now) != 0) return false;
  // Nobody else may look while this goes on. The group comes first: who gave the file to another
  // owner can no longer change it.
  if (::fchmod(descriptor, 0) != 0) return false;
  drop_access_list(descriptor);
  const bool same_group =
      now.st_gid == old.st_gid ||
      (may_give && ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) == 0);
  const bool same_owner =
      now.st_uid == old.st_uid ||
      (may_give && ::fchown(descriptor, old.st_uid, static_cast<gid_t>(-1)) == 0);
  mode_t mode = narrowed_mode(old.st_mode, fresh_mode, same_owner, same_group);
  // With a list the group's bits of the mode are its mask, not the group's rights.
  const bool keeps_list = same_owner && same_group && take_access_list(descriptor, path);
  if (!keeps_list && has_access_list(path)) mode &= kOwner;
  return ::fchmod(descriptor, mode) == 0;
}

}  // namespace calibrant
#endif
