// Nobody can read or write a replaced file who could not read or write the old one.
//
// What each of some people may do is derived from POSIX (owner, else group, else others) and
// compared before and after. As root the files get owners and groups of every kind, and a child
// process with another user's rights replaces them.
#include "system/file_rights.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "system/atomic_file.hpp"

namespace calibrant::testing {
namespace {

struct Person {
  uid_t user;
  std::vector<gid_t> groups;
};

constexpr uid_t kAlice = 1001;
constexpr uid_t kBob = 1002;
constexpr gid_t kTeam = 2000;
constexpr gid_t kUsers = 2100;

// One for each way to stand to alice, bob and both groups.
const std::vector<Person>& people() {
  static const std::vector<Person> all = {
      {kAlice, {}}, {kAlice, {kTeam}}, {kAlice, {kUsers}}, {kAlice, {kTeam, kUsers}},
      {kBob, {}},   {kBob, {kTeam}},   {kBob, {kUsers}},   {kBob, {kTeam, kUsers}},
      {1003, {}},   {1003, {kTeam}},   {1003, {kUsers}},   {1003, {kTeam, kUsers}},
  };
  return all;
}

// The three bits that POSIX gives to this person.
mode_t rights(const Person& person, uid_t owner, gid_t group, mode_t mode) {
  if (person.user == owner) return mode >> 6U & 07U;
  for (const gid_t one : person.groups) {
    if (one == group) return mode >> 3U & 07U;
  }
  return mode & 07U;
}

void expect_nobody_gains(uid_t old_owner, gid_t old_group, mode_t old_mode, uid_t owner,
                         gid_t group, mode_t mode) {
  ASSERT_EQ(mode & 07000U, 0U) << "special bits from mode " << std::oct << old_mode;
  for (const Person& person : people()) {
    // An owner can take any right, and the new owner wrote the file.
    if (person.user == old_owner || person.user == owner) continue;
    const mode_t before = rights(person, old_owner, old_group, old_mode);
    const mode_t after = rights(person, owner, group, mode);
    ASSERT_EQ(after & ~before, 0U)
        << "user " << person.user << " gains: " << std::oct << old_mode << " became " << mode;
  }
}

TEST(FileRights, NobodyGainsWhateverTheModesAre) {
  for (mode_t old_mode = 0; old_mode <= 07777; ++old_mode) {
    for (const mode_t fresh : {0666U, 0644U, 0600U, 0606U}) {
      for (const uid_t owner : {kAlice, kBob}) {
        for (const gid_t group : {kTeam, kUsers}) {
          const mode_t mode = narrowed_mode(old_mode, fresh, owner == kAlice, group == kTeam);
          expect_nobody_gains(kAlice, kTeam, old_mode, owner, group, mode);
          if (owner == kAlice && group == kTeam) {
            ASSERT_EQ(mode, old_mode & 0777U);
          }
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(FileRights, WhatEverybodyHadStays) {
  EXPECT_EQ(narrowed_mode(0644, 0644, false, false), 0644U);
  EXPECT_EQ(narrowed_mode(0640, 0644, false, false), 0600U);
  EXPECT_EQ(narrowed_mode(0640, 0644, false, true), 0640U);
  EXPECT_EQ(narrowed_mode(0666, 0644, false, false), 0644U);  // the umask's say
  EXPECT_EQ(narrowed_mode(0604, 0644, true, false), 0600U);   // the old group was shut out
  EXPECT_EQ(narrowed_mode(06755, 0644, true, true), 0755U);
}

class ReplacedFile : public Cli {
 protected:
  struct stat status(const std::string& name) const {
    struct stat found = {};
    EXPECT_EQ(::lstat(file(name).c_str(), &found), 0) << name;
    return found;
  }

  // Runs `work` in a child with these rights; its exit code.
  static int as(uid_t user, const std::vector<gid_t>& groups, const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (::setgroups(groups.size(), groups.data()) != 0 || ::setgid(groups[0]) != 0 ||
          ::setuid(user) != 0) {
        ::_exit(98);
      }
      ::umask(022);
      try {
        work();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        ::_exit(99);
      }
      ::_exit(0);
    }
    return finish(child);
  }

  void lay_out(uid_t user, gid_t group, mode_t mode) const {
    std::filesystem::remove(file("out"));
    write("out", "old");
    ASSERT_EQ(::chown(file("out").c_str(), user, group), 0);
    ASSERT_EQ(::chmod(file("out").c_str(), mode), 0);
  }

  void replace(AtomicFile::Meanwhile meanwhile) const {
    AtomicFile replacing(file("out"), meanwhile);
    replacing.write("new");
    replacing.commit();
  }
};

TEST_F(ReplacedFile, NoSpecialBitSurvives) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    for (const mode_t mode : {04777U, 02777U, 01777U, 07640U}) {
      lay_out(::geteuid(), ::getegid(), mode);
      replace(meanwhile);
      EXPECT_EQ(read("out"), "new");
      EXPECT_EQ(status("out").st_mode & 07777U, mode & 0777U);
    }
  }
}

TEST_F(ReplacedFile, RightsAreThoseOfTheLastMoment) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    lay_out(::geteuid(), ::getegid(), 0666);
    AtomicFile replacing(file("out"), meanwhile);
    replacing.write("new");
    ASSERT_EQ(::chmod(file("out").c_str(), 0600), 0);
    replacing.commit();
    EXPECT_EQ(status("out").st_mode & 07777U, 0600U);
  }
}

TEST_F(ReplacedFile, AHiddenFileIsItsOwnersUntilItIsWhole) {
  lay_out(::geteuid(), ::getegid(), 0604);
  const AtomicFile replacing(file("out"), AtomicFile::Meanwhile::kHidden);
  struct stat found = {};
  ASSERT_EQ(::fstat(replacing.descriptor(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0600U);
}

TEST_F(ReplacedFile, AFreshFileHasWhatTheUmaskLeaves) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    std::filesystem::remove(file("out"));
    const mode_t old = ::umask(027);
    replace(meanwhile);
    ::umask(old);
    EXPECT_EQ(status("out").st_mode & 07777U, 0640U);
  }
}

TEST_F(ReplacedFile, AnAccessListIsKept) {
  lay_out(::geteuid(), ::getegid(), 0600);
  // Version 2; owner rw, user 1001 rw, group nothing, mask rw, others nothing: the mode says 0660,
  // but the group may not read.
  struct Entry {
    std::uint16_t tag;
    std::uint16_t rights;
    std::uint32_t id;
  };
  constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct {
    std::uint32_t version = 2;
    std::array<Entry, 5> entries = {{{0x01, 6, kNone},
                                     {0x02, 6, kAlice},
                                     {0x04, 0, kNone},
                                     {0x10, 6, kNone},
                                     {0x20, 0, kNone}}};
  } list;
  if (::setxattr(file("out").c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0) {
    GTEST_SKIP() << "this file system has no access control lists";
  }
  ASSERT_EQ(status("out").st_mode & 0777U, 0660U);
  replace(AtomicFile::Meanwhile::kNameless);
  EXPECT_EQ(read("out"), "new");
  std::array<char, 128> found = {};
  ASSERT_EQ(::getxattr(file("out").c_str(), "system.posix_acl_access", found.data(), found.size()),
            static_cast<ssize_t>(sizeof list))
      << "the group would get what only user 1001 had";
  EXPECT_EQ(std::memcmp(found.data(), &list, sizeof list), 0);
}

// ---- Other people's files

class OtherPeoplesFile : public ReplacedFile {
 protected:
  void SetUp() override {
    ReplacedFile::SetUp();
    if (::geteuid() != 0) GTEST_SKIP() << "only root can make files of several people";
    ASSERT_EQ(::chmod(directory_.c_str(), 0777), 0);
  }
};

TEST_F(OtherPeoplesFile, RootGivesTheFileBackToItsOwner) {
  // uid 12345 leaves a set-uid file in a sticky directory and waits for root to write it.
  ASSERT_EQ(::chmod(directory_.c_str(), 01777), 0);
  write("m.json", to_json(Curve(Segments{{0, 1}, {0.25, 0.75}})));
  write("rows.csv", "score\n0.5\n");
  lay_out(12345, 12345, 04777);
  ASSERT_EQ(run({"apply", "m.json", "rows.csv", "-o", "out"}).code, 0);
  EXPECT_EQ(read("out"), "score,calibrated\n0.5,0.5\n");
  EXPECT_EQ(status("out").st_uid, 12345U);
  EXPECT_EQ(status("out").st_gid, 12345U);
  EXPECT_EQ(status("out").st_mode & 07777U, 0777U);

  lay_out(12345, 12345, 06711);
  save(Curve(Segments{{0, 1}, {0.25, 0.75}}), file("out"));  // as Python and C do
  EXPECT_EQ(status("out").st_uid, 12345U);
  EXPECT_EQ(status("out").st_mode & 07777U, 0711U);
}

TEST_F(OtherPeoplesFile, WhoeverComesInBetweenGetsNothing) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    for (const bool existed : {false, true}) {
      std::filesystem::remove(file("out"));
      if (existed) lay_out(0, 0, 0644);
      AtomicFile replacing(file("out"), meanwhile);
      replacing.write("secret");
      lay_out(kAlice, kTeam, 04766);
      replacing.commit();
      EXPECT_EQ(status("out").st_uid, 0U);
      EXPECT_EQ(status("out").st_mode & 07000U, 0U);
      expect_nobody_gains(kAlice, kTeam, 0766, 0, status("out").st_gid,
                          status("out").st_mode & 07777U);
    }
  }
}

TEST_F(OtherPeoplesFile, AGroupThatIsNotSharedIsShutOut) {
  // alice:team 0640, replaced by bob, who is in users only.
  lay_out(kAlice, kTeam, 0640);
  ASSERT_EQ(as(kBob, {kUsers}, [&] { replace(AtomicFile::Meanwhile::kNameless); }), 0);
  EXPECT_EQ(read("out"), "new");
  EXPECT_EQ(status("out").st_uid, kBob);
  EXPECT_EQ(status("out").st_gid, kUsers);
  EXPECT_EQ(status("out").st_mode & 07777U, 0600U);
}

TEST_F(OtherPeoplesFile, AGroupThatIsSharedStays) {
  lay_out(kAlice, kTeam, 0640);
  ASSERT_EQ(as(kBob, {kUsers, kTeam}, [&] { replace(AtomicFile::Meanwhile::kNameless); }), 0);
  EXPECT_EQ(status("out").st_uid, kBob);
  EXPECT_EQ(status("out").st_gid, kTeam);
  EXPECT_EQ(status("out").st_mode & 07777U, 0640U);
}

TEST_F(OtherPeoplesFile, NobodyGains) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    for (const std::vector<gid_t>& groups :
         {std::vector<gid_t>{kUsers}, {kTeam}, {kUsers, kTeam}}) {
      for (const mode_t mode :
           {0000U, 0200U, 0400U, 0440U, 0604U, 0606U, 0640U, 0644U, 0660U, 0664U, 0666U, 0707U,
            0755U, 0777U, 01777U, 02775U, 04755U, 06666U}) {
        lay_out(kAlice, kTeam, mode);
        ASSERT_EQ(as(kBob, groups, [&] { replace(meanwhile); }), 0);
        const struct stat now = status("out");
        expect_nobody_gains(kAlice, kTeam, mode, now.st_uid, now.st_gid, now.st_mode & 07777U);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace calibrant::testing
