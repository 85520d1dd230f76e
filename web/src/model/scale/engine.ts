import { type Core, SoftmaxBridgeError } from "../../core/core.ts";
import { loadCore, readWasm } from "../../core/load.ts";
import type { Tokens } from "../tokens.ts";
import {
  type Attended,
  attend,
  look,
  type Progress,
  rowOf,
  totalsOf,
  type Work,
} from "./compute.ts";
import type { Answer, AnswerTo, FromWorker, Question, ToWorker } from "./messages.ts";
import { makeWorker } from "./worker-source.ts";

/** What was asked for is no longer wanted. */
export class Cancelled extends Error {}

/** Answers questions without holding up the page. */
export interface Engine {
  /** Whether a worker does it, or the page between its other work. */
  readonly apart: boolean;
  ask<Q extends Question>(
    question: Q,
    onProgress?: (progress: Progress) => void,
  ): Promise<AnswerTo<Q["kind"]>>;
  /** What is being worked on is given up, and so is the engine. */
  stop(): void;
}

/** ms for a worker to say that it is there; one that a policy refuses says nothing in some browsers. */
const patience = 4000;

export async function startEngine(): Promise<Engine> {
  const wasm = await readWasm();
  try {
    return await inWorker(wasm);
  } catch {
    return onPage(wasm);
  }
}

async function inWorker(wasm: ArrayBuffer): Promise<Engine> {
  const worker = await makeWorker();
  const waiting = new Map<number, (message: FromWorker | null) => void>();
  await new Promise<void>((ready, failed) => {
    const timer = setTimeout(() => failed(new Error("The worker does not answer.")), patience);
    worker.onmessage = () => {
      clearTimeout(timer);
      ready();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      failed(new Error(event.message));
    };
    const message: ToWorker = { wasm };
    worker.postMessage(message);
  }).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if ("id" in data) waiting.get(data.id)?.(data);
  };
  let last = 0;
  return {
    apart: true,
    ask: (question, onProgress) =>
      new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        const end = (): void => {
          waiting.delete(id);
        };
        waiting.set(id, (message) => {
          if (message === null) reject(new Cancelled());
          else if ("progress" in message) onProgress?.(message.progress);
          else if ("answer" in message) {
            end();
            resolve(message.answer as AnswerTo<(typeof question)["kind"]>);
          } else if ("code" in message) {
            end();
            reject(
              message.code === null
                ? new Error(message.message)
                : new SoftmaxBridgeError(message.code),
            );
          }
        });
        const message: ToWorker = { id, question };
        worker.postMessage(message);
      }),
    stop() {
      worker.terminate();
      for (const tell of waiting.values()) tell(null);
      waiting.clear();
    },
  };
}

/** Scores in a call, and ms of calls in a row: short enough that the page paints in between. */
const scores = 2 ** 18;
const slice = 8;

function onPage(wasm: ArrayBuffer): Engine {
  let stopped = false;
  let core: Core;
  let tokens: Tokens;
  let attended: Attended;
  const finish = async <T>(work: Work<T>, onProgress?: (p: Progress) => void): Promise<T> => {
    let since = performance.now();
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      onProgress?.(step.value);
      if (performance.now() - since < slice) continue;
      await new Promise((next) => setTimeout(next));
      if (stopped) throw new Cancelled();
      since = performance.now();
    }
  };
  const answer = async (
    question: Question,
    onProgress?: (progress: Progress) => void,
  ): Promise<Answer> => {
    switch (question.kind) {
      case "attend":
        core = await loadCore({ wasmBinary: wasm });
        tokens = question.tokens;
        attended = await finish(attend(core, tokens, scores), onProgress);
        return { kind: "attend", attended };
      case "look": {
        const { area, dots, whole } = question;
        const { picture, totalVariation, entropy } = await finish(
          look(core, tokens, attended, area, dots, scores),
          onProgress,
        );
        return {
          kind: "look",
          picture,
          totals: whole ? totalsOf(core, totalVariation, entropy) : null,
        };
      }
      case "row":
        return { kind: "row", row: rowOf(core, tokens, question.row) };
    }
  };
  return {
    apart: false,
    ask: <Q extends Question>(question: Q, onProgress?: (progress: Progress) => void) =>
      answer(question, onProgress) as Promise<AnswerTo<Q["kind"]>>,
    stop() {
      stopped = true;
    },
  };
}
