// A reader of the JSON that the golden files hold. The text is trusted: an error is a failed test,
// not a status.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace softmax_bridge {

struct Json {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  double value = 0;
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json> members;

  [[nodiscard]] bool has(const std::string& name) const { return members.contains(name); }

  const Json& operator[](const std::string& name) const {
    const auto found = members.find(name);
    if (found == members.end()) {
      std::fprintf(stderr, "golden file without \"%s\"\n", name.c_str());
      std::abort();
    }
    return found->second;
  }

  /// A number, or the string that stands for what JSON has no number for.
  [[nodiscard]] double number() const {
    return kind == Kind::kString ? std::strtod(text.c_str(), nullptr) : value;
  }
};

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : next_(text.c_str()) {}

  Json read() {
    Json json;
    switch (peek()) {
      case '{':
        json.kind = Json::Kind::kObject;
        readList('}', [&] {
          const std::string name = readString();
          peek();
          ++next_;  // :
          json.members[name] = read();
        });
        break;
      case '[':
        json.kind = Json::Kind::kArray;
        readList(']', [&] { json.items.push_back(read()); });
        break;
      case '"':
        json.kind = Json::Kind::kString;
        json.text = readString();
        break;
      case 't':
      case 'f':
        json.kind = Json::Kind::kBoolean;
        json.boolean = *next_ == 't';
        next_ += json.boolean ? 4 : 5;
        break;
      case 'n':
        next_ += 4;
        break;
      default: {
        json.kind = Json::Kind::kNumber;
        char* end = nullptr;
        json.value = std::strtod(next_, &end);
        next_ = end;
      }
    }
    return json;
  }

 private:
  char peek() {
    while (*next_ == ' ' || *next_ == '\n' || *next_ == '\t' || *next_ == '\r') ++next_;
    return *next_;
  }

  template <class ReadItem>
  void readList(char close, const ReadItem& read_item) {
    ++next_;
    while (peek() != close) {
      read_item();
      if (peek() == ',') ++next_;
    }
    ++next_;
  }

  // The golden files escape nothing.
  std::string readString() {
    peek();
    const char* begin = ++next_;
    while (*next_ != '"') ++next_;
    return {begin, next_++};
  }

  const char* next_;
};

inline Json readGolden(const std::string& name) {
  const std::ifstream file(std::string(GOLDEN_DIRECTORY) + "/" + name);
  std::stringstream text;
  text << file.rdbuf();
  const std::string content = text.str();
  return JsonReader(content).read();
}

}  // namespace softmax_bridge
