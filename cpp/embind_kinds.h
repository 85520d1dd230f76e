// How the values of the core cross to JavaScript, kind by kind, where embind has no way of its own.
// For bindings.cpp alone, which includes Emscripten before it.
//
//   vectors of float64, float32   Float64Array, Float32Array
//   Matrix                        { rows, cols, data }, row-major
//   index sets                    Int32Array
//   masks                         a Uint8Array in, booleans out
//   enums                         their names
//   other lists                   arrays
//   what may be absent            null, or undefined
//   structs                       objects of their fields, in lowerCamel
//
// All are copies, and whoever calls has checked their types.
//
// Where memory runs out a call is torn off by an exception of JavaScript, which runs no
// destructors; web/src/core/module.ts then puts the memory back as it is between calls. For nothing
// else to be left behind, what goes in is held in Module.held until the call ends, and no handle of
// embind's is open while C++ allocates.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "softmax_bridge/status.h"
#include "softmax_bridge/types.h"

// Only bindings.cpp includes this.
using emscripten::EM_VAL;  // NOLINT(google-global-names-in-headers)
using emscripten::val;     // NOLINT(google-global-names-in-headers)

// What follows is JavaScript.
// clang-format off
EM_JS(void, tearOff, (), { throw new RangeError("the core found no memory"); });

// Inputs, and lists that grow, are held until the call ends; a handle is closed.
EM_JS(int, hold, (EM_VAL handle), {
  const place = Module.held.push(Emval.toValue(handle)) - 1;
  __emval_decref(handle);
  return place;
});
EM_JS(bool, isAbsent, (int place), { return Module.held[place] == null; });
EM_JS(double, numberAt, (int place), { return Module.held[place]; });
EM_JS(bool, isText, (int place, const char* text), {
  const texts = Module.texts;
  return Module.held[place] === (texts[text] || (texts[text] = UTF8ToString(text)));
});
EM_JS(std::size_t, sizeAt, (int place), { return Module.held[place].length; });
EM_JS(void, readDoubles, (int place, double* values), {
  HEAPF64.set(Module.held[place], values >>> 3);
});
EM_JS(void, readFloats, (int place, float* values), {
  HEAPF32.set(Module.held[place], values >>> 2);
});
EM_JS(void, readIndices, (int place, void* values), {
  HEAP32.set(Module.held[place], values >>> 2);
});
EM_JS(void, readBytes, (int place, std::uint8_t* values), {
  HEAPU8.set(Module.held[place], values >>> 0);
});
// Leaves the entries in place of the matrix.
EM_JS(void, openMatrix, (int place, int* shape), {
  const { rows, cols, data } = Module.held[place];
  HEAP32.set([rows, cols], shape >>> 2);
  Module.held[place] = data;
});
EM_JS(int, openList, (), { return Module.held.push([]) - 1; });
EM_JS(void, append, (int place, EM_VAL handle), {
  Module.held[place].push(Emval.toValue(handle));
  __emval_decref(handle);
});
EM_JS(EM_VAL, valueAt, (int place), { return Emval.toHandle(Module.held[place]); });

// Copies, since a view dies when the memory grows.
EM_JS(EM_VAL, copyOfDoubles, (const double* values, std::size_t size), {
  return Emval.toHandle(HEAPF64.slice(values >>> 3, (values >>> 3) + size));
});
EM_JS(EM_VAL, copyOfFloats, (const float* values, std::size_t size), {
  return Emval.toHandle(HEAPF32.slice(values >>> 2, (values >>> 2) + size));
});
EM_JS(EM_VAL, copyOfIndices, (const void* values, std::size_t size), {
  return Emval.toHandle(HEAP32.slice(values >>> 2, (values >>> 2) + size));
});
EM_JS(EM_VAL, copyOfMask, (const std::uint8_t* values, std::size_t size), {
  return Emval.toHandle(Array.from(HEAPU8.subarray(values >>> 0, (values >>> 0) + size), Boolean));
});
EM_JS(EM_VAL, copyOfMatrix, (const double* values, int rows, int cols), {
  const data = HEAPF64.slice(values >>> 3, (values >>> 3) + rows * cols);
  return Emval.toHandle({ rows, cols, data });
});
EM_JS(EM_VAL, copyOfText, (const char* text), {
  const texts = Module.texts;
  return Emval.toHandle(texts[text] || (texts[text] = UTF8ToString(text)));
});

EM_JS(void, tellName, (const char* list, const char* name), {
  Module.texts = Module.texts || {};
  const lists = Module.names || (Module.names = {});
  const key = UTF8ToString(list);
  (lists[key] || (lists[key] = [])).push(UTF8ToString(name));
});
#ifdef EM_JS_DEPS  // since 3.1.31, before which they were always there
EM_JS_DEPS(boundary, "$Emval,$UTF8ToString,_emval_decref");
#endif
// clang-format on

/// In place of the standard one, which aborts the module; a replacement may not be inline.
// NOLINTNEXTLINE(misc-definitions-in-headers)
void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) tearOff();
  return memory;
}

namespace softmax_bridge {

// A handle is a number in the guise of a pointer.
// NOLINTNEXTLINE(performance-no-int-to-ptr)
const auto kNull = reinterpret_cast<EM_VAL>(emscripten::internal::_EMVAL_NULL);

/// How a kind of values crosses: out, as a handle that its receiver closes, and in, from where the
/// value is held.
template <class T>
struct Kind;

/// What no input has.
template <class T>
struct Result {
  static T in(int /*place*/) { return {}; }
};

template <class T>
concept Crosses = requires(T value) {
  Kind<T>::out(std::move(value));
};

template <class T>
EM_VAL handleOf(T&& value) {
  if constexpr (Crosses<std::remove_cvref_t<T>>) {
    return Kind<std::remove_cvref_t<T>>::out(std::forward<T>(value));
  } else {
    const val object(std::forward<T>(value));
    emscripten::internal::_emval_incref(object.as_handle());
    return object.as_handle();
  }
}

inline void copyFrom(int place, double* values) { readDoubles(place, values); }
inline void copyFrom(int place, float* values) { readFloats(place, values); }
inline void copyFrom(int place, Index* values) { readIndices(place, values); }
inline void copyFrom(int place, std::uint8_t* values) { readBytes(place, values); }

inline EM_VAL copyOf(const double* values, std::size_t size) { return copyOfDoubles(values, size); }
inline EM_VAL copyOf(const float* values, std::size_t size) { return copyOfFloats(values, size); }
inline EM_VAL copyOf(const Index* values, std::size_t size) { return copyOfIndices(values, size); }
inline EM_VAL copyOf(const std::uint8_t* values, std::size_t size) {
  return copyOfMask(values, size);
}

template <class E>
requires std::is_enum_v<E>
struct Kind<E> {
  // nameOf: see bindings.cpp.
  static EM_VAL out(E value) { return copyOfText(nameOf(value)); }
  static E in(int place) {
    // TypeScript has checked it: the first stands for a name that is in no list.
    for (int i = 0; *nameOf(static_cast<E>(i)) != '\0'; ++i) {
      if (isText(place, nameOf(static_cast<E>(i)))) return static_cast<E>(i);
    }
    return E();
  }
};

/// A text that is there for good.
struct Text {
  const char* text = "";
};

template <>
struct Kind<Text> : Result<Text> {
  static EM_VAL out(Text text) { return copyOfText(text.text); }
};

template <>
struct Kind<float> {
  static float in(int place) { return static_cast<float>(numberAt(place)); }
};

template <class T>
struct Kind<Eigen::Matrix<T, Eigen::Dynamic, 1, Eigen::DontAlign>> {
  using Values = Eigen::Matrix<T, Eigen::Dynamic, 1, Eigen::DontAlign>;
  static EM_VAL out(const Values& values) { return copyOf(values.data(), values.size()); }
  static Values in(int place) {
    Values values(static_cast<Index>(sizeAt(place)));
    copyFrom(place, values.data());
    return values;
  }
};

template <>
struct Kind<Matrix> {
  static EM_VAL out(const Matrix& values) {
    return copyOfMatrix(values.data(), values.rows(), values.cols());
  }
  static Matrix in(int place) {
    std::array<int, 2> shape{};
    openMatrix(place, shape.data());
    Matrix values(shape[0], shape[1]);
    copyFrom(place, values.data());
    return values;
  }
};

/// A part of what C++ has in one piece.
template <>
struct Kind<std::span<const float>> : Result<std::span<const float>> {
  static EM_VAL out(std::span<const float> values) { return copyOf(values.data(), values.size()); }
};

/// Index sets and masks.
template <class T>
requires std::is_integral_v<T>
struct Kind<std::vector<T>> {
  static EM_VAL out(const std::vector<T>& values) { return copyOf(values.data(), values.size()); }
  static std::vector<T> in(int place) {
    std::vector<T> values(sizeAt(place));
    copyFrom(place, values.data());
    return values;
  }
};

/// A list.
template <class T>
struct Kind<std::vector<T>> : Result<std::vector<T>> {
  static EM_VAL out(const std::vector<T>& list) {
    const int place = openList();
    for (const T& entry : list) append(place, handleOf(entry));
    return valueAt(place);
  }
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
struct Kind<std::optional<T>> {
  static EM_VAL out(const std::optional<T>& value) { return value ? handleOf(*value) : kNull; }
  static std::optional<T> in(int place) {
    if constexpr (requires { Kind<T>::in(place); }) {
      if (!isAbsent(place)) return Kind<T>::in(place);
    }
    return std::nullopt;
  }
};

/// A typed array that stays JavaScript's until there is reason to copy it.
template <class T>
struct Held {
  int place = 0;
  std::size_t size = 0;
  Eigen::Matrix<T, Eigen::Dynamic, 1> copy = {};

  [[nodiscard]] std::span<const T> unread() const { return {static_cast<const T*>(nullptr), size}; }
  std::span<const T> read() {
    copy.resize(static_cast<Index>(size));
    copyFrom(place, copy.data());
    return {copy.data(), size};
  }
};

template <class T>
struct Kind<Held<T>> {
  static EM_VAL out(const Held<T>& /*array*/) { return kNull; }
  static Held<T> in(int place) { return {place, sizeAt(place)}; }
};

/// What a call gives: its result or, in its place, an Error.
template <class T>
struct Answer {
  template <class Call>
  explicit Answer(Call call) : error(call(&result)) {}

  T result;
  Error error;
};

template <class T>
struct Kind<Answer<T>> : Result<Answer<T>> {
  static EM_VAL out(Answer<T>&& answer) {
    return answer.error.ok() ? handleOf(std::move(answer.result)) : handleOf(answer.error);
  }
};

template <class T>
struct Crossing {
  using WireType = EM_VAL;
  // With a policy since 3.1.66.
  template <class Value, class... Policy>
  static EM_VAL toWireType(Value&& value, Policy... /*policy*/) {
    return Kind<T>::out(std::forward<Value>(value));
  }
  static T fromWireType(EM_VAL handle) { return Kind<T>::in(hold(handle)); }
};

/// A struct crosses with its fields; moved wherever it may be, which not every version does.
template <class T>
struct Moving {
  using WireType = T*;
  template <class Value, class... Policy>
  static T* toWireType(Value&& value, Policy... /*policy*/) {
    return new T(std::forward<Value>(value));
  }
  static T&& fromWireType(T* object) { return std::move(*object); }
};

/// Calls that have their result behind the inputs, as functions of the inputs.
template <auto kCall, class Call = decltype(kCall)>
struct Calls;

template <auto kCall, class A, class R>
struct Calls<kCall, Error (*)(A, R*)> {
  static Answer<R> call(A a) {
    return Answer<R>([&](R* result) { return kCall(std::forward<A>(a), result); });
  }
};

template <auto kCall, class A, class B, class R>
struct Calls<kCall, Error (*)(A, B, R*)> {
  static Answer<R> call(A a, B b) {
    return Answer<R>(
        [&](R* result) { return kCall(std::forward<A>(a), std::forward<B>(b), result); });
  }
};

/// snake_case as lowerCamel, until the next call.
template <std::size_t kSize>
// NOLINTNEXTLINE(modernize-avoid-c-arrays): a literal is one
const char* lowerCamel(const char (&text)[kSize]) {
  static std::array<char, 32> camel = {};
  static_assert(kSize <= 32);
  const char* name = text;
  std::size_t size = 0;
  for (; *name != '\0'; ++name) {
    const bool upper = *name == '_';
    if (upper) ++name;
    camel[size++] = static_cast<char>(upper ? *name - 'a' + 'A' : *name);
  }
  camel[size] = '\0';
  return camel.data();
}

}  // namespace softmax_bridge

namespace emscripten::internal {

using softmax_bridge::Crosses;

template <class T>
requires(!softmax_bridge::kIsOptional<T>) struct BindingType<T, std::enable_if_t<Crosses<T>>>
    : softmax_bridge::Crossing<T> {
};
// More constrained than the one that embind has had of its own since 3.1.57.
template <class T>
requires std::is_object_v<T>
struct BindingType<std::optional<T>> : softmax_bridge::Crossing<std::optional<T>> {
};
template <class T>
struct BindingType<T, std::enable_if_t<std::is_aggregate_v<T> && std::is_class_v<T> && !Crosses<T>>>
    : softmax_bridge::Moving<T> {};
template <class T>
struct TypeID<T, std::enable_if_t<Crosses<std::remove_cvref_t<T>>>> : TypeID<val> {};

}  // namespace emscripten::internal

/// A value_object with these fields of a struct.
#define OBJECT(Struct, ...) \
  emscripten::value_object<Struct>(#Struct) EACH_FIELD(Struct, __VA_ARGS__)

#define EACH_FIELD(...) RESCAN(RESCAN(RESCAN(NEXT_FIELD(__VA_ARGS__))))
#define NEXT_FIELD(Struct, name, ...)      \
  .field(lowerCamel(#name), &Struct::name) \
      __VA_OPT__(NEXT_FIELD_AGAIN PARENTHESES(Struct, __VA_ARGS__))
#define NEXT_FIELD_AGAIN() NEXT_FIELD
#define PARENTHESES ()
#define RESCAN(...) RESCAN_4(RESCAN_4(RESCAN_4(RESCAN_4(__VA_ARGS__))))
#define RESCAN_4(...) RESCAN_1(RESCAN_1(RESCAN_1(RESCAN_1(__VA_ARGS__))))
#define RESCAN_1(...) __VA_ARGS__
