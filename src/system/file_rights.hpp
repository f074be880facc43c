// Who may read and write a file that takes the place of another.
#pragma once

#include <sys/stat.h>

#include <filesystem>

namespace calibrant {

/// The new file's mode if its owner or its group is not the old one's.
///
/// A person who is in the new group was in the old group or among the others; so was everybody who
/// is among the others now. Where the group changed, both therefore get only what the old group and
/// the others both had, and no more than a fresh file would give them. The owner's part stays: the
/// old owner could give themselves any right, and the new owner wrote what is in the file.
mode_t narrowed_mode(mode_t old_mode, mode_t fresh_mode, bool same_owner, bool same_group);

/// Gives the open file `descriptor` the owner, the group and the permissions of `old`, which is at
/// `path`; never the set-user-ID, set-group-ID or sticky bit. What cannot be kept, because the
/// process may not give files away, makes the permissions narrower. POSIX access control lists are
/// kept with owner and group, and otherwise leave the file to its owner. `fresh_mode` is what the
/// umask leaves of a new file's. Without `may_give` owner and group stay as they are. False if the
/// system does not even allow that.
bool take_rights(int descriptor, const std::filesystem::path& path, const struct stat& old,
                 mode_t fresh_mode, bool may_give);

}  // namespace calibrant
