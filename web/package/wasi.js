// The system that the module sees: files in memory, a clock, and streams that end in JavaScript. There is no way from here
// to a disk or to a network. The names and numbers are those of WASI preview 1.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const EXISTS = 20;
const INVALID = 28;
const IS_DIRECTORY = 31;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 58;
const NOT_A_DIRECTORY = 54;

const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;
const ROOT = 3; // the descriptor of the only folder

/** Thrown when the program ends itself; nothing of its memory is to be used any more. */
export class Exit extends Error {
  constructor(status) {
    super(`the program ended with status ${status}`);
    this.status = status;
  }
}

/** Bytes that grow. */
class File {
  constructor(inode, bytes = new Uint8Array(0)) {
    this.inode = inode;
    this.room = bytes;
    this.size = bytes.length;
  }

  bytes() {
    return this.room.subarray(0, this.size);
  }

  write(position, bytes) {
    const end = position + bytes.length;
    if (end > this.room.length || this.room.buffer === bytes.buffer) {
      const room = new Uint8Array(Math.max(end, 2 * this.room.length, 4096));
      room.set(this.bytes());
      this.room = room;
    }
    this.room.set(bytes, position);
    this.size = Math.max(this.size, end);
  }
}

/**
 * @param {Record<string, Uint8Array>} files what is there, by name
 * @param {(text: string) => void} [onError] receives what the program writes to its standard error as it comes, and makes
 *   the program believe that it writes to a terminal, so that it shows its progress
 */
export function makeSystem(files = {}, onError = undefined) {
  let memory;
  let inodes = 1;
  const folder = new Map();
  for (const [name, bytes] of Object.entries(files)) folder.set(name, new File(inodes++, bytes));
  const out = new File(0);
  const err = new File(0);
  const decoder = new TextDecoder();
  const open = new Map([
    [0, { kind: CHARACTER_DEVICE }],
    [1, { kind: onError ? REGULAR_FILE : CHARACTER_DEVICE, file: out, position: 0, stream: true }],
    [2, { kind: onError ? CHARACTER_DEVICE : REGULAR_FILE, file: err, position: 0, stream: true }],
    [ROOT, { kind: DIRECTORY }],
  ]);
  let next = ROOT + 1;

  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  const nameAt = (at, length) => {
    const name = new TextDecoder().decode(bytesAt(at, length));
    return name.replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
  };
  const isFolder = (name) => name === "" || name === ".";

  const writeStatus = (at, kind, inode, size) => {
    const data = view();
    bytesAt(at, 64).fill(0);
    data.setBigUint64(at + 8, BigInt(inode), true);
    data.setUint8(at + 16, kind);
    data.setBigUint64(at + 24, 1n, true); // links
    data.setBigUint64(at + 32, BigInt(size), true);
  };

  // Each pair of numbers at `list` is where a part lies and how long it is.
  const eachPart = (list, count, each) => {
    const data = view();
    let total = 0;
    for (let i = 0; i < count; ++i) {
      const done = each(bytesAt(data.getUint32(list + 8 * i, true), data.getUint32(list + 8 * i + 4, true)));
      total += done;
    }
    return total;
  };

  const write = (descriptor, list, count, total, at = undefined) => {
    const target = open.get(descriptor);
    if (!target?.file) return BAD_DESCRIPTOR;
    let position = at ?? target.position;
    const written = eachPart(list, count, (part) => {
      if (target.append) position = target.file.size;
      target.file.write(position, part);
      if (descriptor === 2 && onError) onError(decoder.decode(part.slice(), { stream: true }));
      position += part.length;
      return part.length;
    });
    if (at === undefined) target.position = position;
    view().setUint32(total, written, true);
    return OK;
  };

  const read = (descriptor, list, count, total, at = undefined) => {
    const source = open.get(descriptor);
    if (!source) return BAD_DESCRIPTOR;
    if (source.kind === DIRECTORY) return IS_DIRECTORY;
    let position = at ?? source.position ?? 0;
    const got = eachPart(list, count, (part) => {
      if (!source.file) return 0;
      const here = source.file.bytes().subarray(position, position + part.length);
      part.set(here);
      position += here.length;
      return here.length;
    });
    if (at === undefined) source.position = position;
    view().setUint32(total, got, true);
    return OK;
  };

  const seek = (descriptor, offset, from, result) => {
    const place = open.get(descriptor);
    if (!place?.file || place.stream) return place ? NOT_SUPPORTED : BAD_DESCRIPTOR;
    const base = [0, place.position, place.file.size][from];
    const position = base + Number(offset);
    if (position < 0) return INVALID;
    place.position = position;
    view().setBigUint64(result, BigInt(position), true);
    return OK;
  };

  const calls = {
    args_get: () => OK,
    args_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    clock_res_get: (_clock, result) => {
      view().setBigUint64(result, 1000n, true);
      return OK;
    },
    clock_time_get: (clock, _precision, result) => {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    fd_close: (descriptor) => (open.delete(descriptor) ? OK : BAD_DESCRIPTOR),
    fd_fdstat_get: (descriptor, at) => {
      const place = open.get(descriptor);
      if (!place) return BAD_DESCRIPTOR;
      const data = view();
      bytesAt(at, 24).fill(0);
      data.setUint8(at, place.kind);
      // A device that may seek is no terminal.
      const rights = place.kind === CHARACTER_DEVICE ? 0x48n : 0xffffffffn;
      data.setBigUint64(at + 8, rights, true);
      data.setBigUint64(at + 16, rights, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get: (descriptor, at) => {
      const place = open.get(descriptor);
      if (!place) return BAD_DESCRIPTOR;
      // A stream is none of the files that anybody could name.
      const kind = place.stream ? CHARACTER_DEVICE : place.kind;
      writeStatus(at, kind, place.stream ? 0 : (place.file?.inode ?? 0), place.file?.size ?? 0);
      return OK;
    },
    fd_filestat_set_size: (descriptor, size) => {
      const place = open.get(descriptor);
      if (!place?.file) return BAD_DESCRIPTOR;
      if (Number(size) > place.file.size) place.file.write(Number(size) - 1, new Uint8Array(1));
      place.file.size = Number(size);
      return OK;
    },
    fd_filestat_set_times: () => OK,
    fd_pread: (descriptor, list, count, offset, total) => read(descriptor, list, count, total, Number(offset)),
    fd_prestat_get: (descriptor, at) => {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (descriptor, at) => {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      bytesAt(at, 1)[0] = ".".charCodeAt(0);
      return OK;
    },
    fd_pwrite: (descriptor, list, count, offset, total) => write(descriptor, list, count, total, Number(offset)),
    fd_read: (descriptor, list, count, total) => read(descriptor, list, count, total),
    fd_readdir: () => NOT_SUPPORTED,
    fd_seek: seek,
    fd_sync: () => OK,
    fd_tell: (descriptor, result) => seek(descriptor, 0n, 1, result),
    fd_write: (descriptor, list, count, total) => write(descriptor, list, count, total),
    path_create_directory: () => NOT_SUPPORTED,
    path_filestat_get: (_descriptor, _flags, path, length, at) => {
      const name = nameAt(path, length);
      const file = folder.get(name);
      if (file) writeStatus(at, REGULAR_FILE, file.inode, file.size);
      else if (isFolder(name)) writeStatus(at, DIRECTORY, 0, 0);
      else return NO_ENTRY;
      return OK;
    },
    path_filestat_set_times: () => OK,
    path_link: () => NOT_SUPPORTED,
    path_open: (_descriptor, _lookup, path, length, flags, _rights, _inherited, descriptorFlags, result) => {
      const name = nameAt(path, length);
      const [create, directory, exclusive, truncate] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
      let place;
      if (isFolder(name)) {
        place = { kind: DIRECTORY };
      } else {
        let file = folder.get(name);
        if (!file && !create) return NO_ENTRY;
        if (file && create && exclusive) return EXISTS;
        if (directory) return NOT_A_DIRECTORY;
        if (!file) folder.set(name, (file = new File(inodes++)));
        if (truncate) file.size = 0;
        place = { kind: REGULAR_FILE, file, position: 0, append: (descriptorFlags & 1) !== 0 };
      }
      open.set(next, place);
      view().setUint32(result, next++, true);
      return OK;
    },
    path_readlink: () => INVALID,
    path_remove_directory: () => NO_ENTRY,
    path_rename: (_from, path, length, _to, newPath, newLength) => {
      const file = folder.get(nameAt(path, length));
      if (!file) return NO_ENTRY;
      folder.delete(nameAt(path, length));
      folder.set(nameAt(newPath, newLength), file);
      return OK;
    },
    path_symlink: () => NOT_SUPPORTED,
    path_unlink_file: (_descriptor, path, length) => (folder.delete(nameAt(path, length)) ? OK : NO_ENTRY),
    poll_oneoff: () => NOT_SUPPORTED,
    proc_exit: (status) => {
      throw new Exit(status);
    },
    random_get: (at, length) => {
      // Nothing that is computed depends on it: it only names files for a moment.
      for (let i = 0; i < length; i += 65536) {
        crypto.getRandomValues(bytesAt(at + i, Math.min(65536, length - i)));
      }
      return OK;
    },
    sched_yield: () => OK,
  };

  return {
    imports: { wasi_snapshot_preview1: calls },
    begin: (itsMemory) => (memory = itsMemory),
    output: () => new TextDecoder().decode(out.bytes()),
    errors: () => new TextDecoder().decode(err.bytes()),
    /** Every file that there is now. */
    files: () => Object.fromEntries([...folder].map(([name, file]) => [name, file.bytes()])),
  };
}
