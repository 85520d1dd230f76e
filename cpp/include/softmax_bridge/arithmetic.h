// What the library asks of the compiler: IEEE binary64 and binary32, each operation rounded once and
// done in the order written. Elsewhere the error-free transformations (compensated.h) are neither
// error-free nor, in the end, there: weights were off by 466 ulp with x87 and by 623 with
// -ffast-math. A program linked with -ffast-math flushes subnormal numbers to 0, the library's too,
// so whoever includes it is asked as well.
//
// It includes nothing, so that this is the first thing that a wrong compiler says.
#pragma once

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "softmax_bridge needs IEEE arithmetic: compile without -ffast-math, -Ofast and their parts"
#endif

// 16 is said of _Float16 alone.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "softmax_bridge needs float and double rounded as such: on x86, -msse2 -mfpmath=sse"
#endif
