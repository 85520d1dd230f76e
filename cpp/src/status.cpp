#include "softmax_bridge/status.h"

namespace softmax_bridge {

const char* statusName(Status status) {
  switch (status) {
    case Status::kOk:
      return "Ok";
    case Status::kBadArgument:
      return "BadArgument";
    case Status::kShapeMismatch:
      return "ShapeMismatch";
    case Status::kEmpty:
      return "Empty";
    case Status::kNotANumber:
      return "NotANumber";
    case Status::kNotFinite:
      return "NotFinite";
    case Status::kNothingToAttend:
      return "NothingToAttend";
    case Status::kNotDetermined:
      return "NotDetermined";
    case Status::kBadTemperature:
      return "BadTemperature";
    case Status::kScoreOverflow:
      return "ScoreOverflow";
    case Status::kTooLarge:
      return "TooLarge";
    case Status::kOutOfMemory:
      return "OutOfMemory";
  }
  return "";
}

}  // namespace softmax_bridge
