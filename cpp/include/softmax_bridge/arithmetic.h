// What the library asks of the compiler: IEEE binary64 and binary32, each operation rounded by itself
// and done in the order written, which is what the error-free transformations (compensated.h) are
// made of. Weights were off by 466 ulp with x87, and by 623 with -ffast-math. A caller is asked as
// well, since a program linked with -ffast-math flushes the library's subnormal numbers to 0.
#pragma once

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "softmax_bridge needs IEEE arithmetic: compile without -ffast-math, -Ofast and their parts"
#endif

// 16 is said of _Float16 alone.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "softmax_bridge needs float and double rounded as such: on x86, -msse2 -mfpmath=sse"
#endif
