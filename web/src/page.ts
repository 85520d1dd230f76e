import "./view/softmax-bridge.ts";
