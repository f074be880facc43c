// The tag of C++ exceptions, which every object file refers to. Whoever links defines it once.
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");
