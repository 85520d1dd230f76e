// Golden JSON as inputs of the library.
#pragma once

#include <vector>

#include "json.h"
#include "softmax_bridge/derivation.h"

namespace softmax_bridge {

inline Vector toVector(const Json& json) {
  Vector result(static_cast<Index>(json.items.size()));
  for (Index i = 0; i < result.size(); ++i) result[i] = json.items[i].number();
  return result;
}

inline Matrix toMatrix(const Json& json) {
  const auto rows = static_cast<Index>(json.items.size());
  Matrix result(rows, rows == 0 ? 0 : static_cast<Index>(json.items[0].items.size()));
  for (Index i = 0; i < rows; ++i) result.row(i) = toVector(json.items[i]).transpose();
  return result;
}

inline std::vector<Index> toIndices(const Json& json) {
  std::vector<Index> result;
  for (const Json& item : json.items) result.push_back(static_cast<Index>(item.value));
  return result;
}

inline ScoreParameters toParameters(const Json& json) {
  ScoreParameters parameters;
  if (json.has("W")) parameters.W = toMatrix(json["W"]);
  if (json.has("Wq")) parameters.Wq = toMatrix(json["Wq"]);
  if (json.has("U")) parameters.U = toMatrix(json["U"]);
  if (json.has("v")) parameters.v = toVector(json["v"]);
  if (json.has("sigma")) parameters.sigma = json["sigma"].number();
  return parameters;
}

inline DeriveInput toInput(const Json& json) {
  DeriveInput input;
  if (json.has("X")) input.X = toMatrix(json["X"]);
  if (json.has("K")) input.K = toMatrix(json["K"]);
  if (json.has("q")) input.q = toVector(json["q"]);
  if (json.has("scores")) input.scores = toVector(json["scores"]);
  if (json.has("score")) input.score = scoreFromName(json["score"].text).value();
  if (json.has("temperature")) input.temperature = json["temperature"].number();
  if (json.has("parameters")) input.parameters = toParameters(json["parameters"]);
  if (json.has("mask")) {
    input.mask.emplace();
    for (const Json& item : json["mask"].items) input.mask->push_back(item.boolean ? 1 : 0);
  }
  return input;
}

}  // namespace softmax_bridge
