/** Works on many queries beside the page, whose messages bring all that it needs: it fetches nothing. */
import { type Core, loadCore, SoftmaxBridgeError } from "../../core/core.ts";
import type { Tokens } from "../tokens.ts";
import { type Attended, attend, look, rowOf, totalsOf, type Work } from "./compute.ts";
import type { Answer, FromWorker, Question, ToWorker } from "./messages.ts";

/** Scores between two reports of progress: some tens of milliseconds. */
const scores = 2 ** 22;

let wasm: ArrayBuffer | null = null;
let core: Core;
let tokens: Tokens;
let attended: Attended;

const say = (message: FromWorker): void => postMessage(message);

addEventListener("message", async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  if ("wasm" in data) {
    wasm = data.wasm;
    say({ ready: true });
    return;
  }
  const { id, question } = data;
  try {
    say({ id, answer: await answer(id, question) });
  } catch (error) {
    const code = error instanceof SoftmaxBridgeError ? error.code : null;
    say({ id, code, message: String(error) });
  }
});

async function answer(id: number, question: Question): Promise<Answer> {
  const finish = <T>(work: Work<T>): T => {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      say({ id, progress: step.value });
    }
  };
  switch (question.kind) {
    case "attend": {
      // A core of its own for each: its memory tells what this one needed.
      core = await loadCore({ wasmBinary: wasm as ArrayBuffer });
      tokens = question.tokens;
      attended = finish(attend(core, tokens, scores));
      return { kind: "attend", attended };
    }
    case "look": {
      const { area, dots, whole } = question;
      const { picture, totalVariation, entropy } = finish(
        look(core, tokens, attended, area, dots, scores),
      );
      const totals = whole ? totalsOf(core, totalVariation, entropy) : null;
      return { kind: "look", picture, totals };
    }
    case "row":
      return { kind: "row", row: rowOf(core, tokens, question.row) };
  }
}
