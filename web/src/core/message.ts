/** The messages that cpp/bindings.cpp describes, from this side. */
import type { Matrix } from "./contract.ts";

/** A matrix to send: what `Matrix` is, whatever list holds the entries. */
export interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly data: ArrayLike<number>;
}

export class MessageWriter {
  readonly #parts: ArrayLike<number>[] = [];
  #size = 0;

  number(value: number): void {
    this.#add([value]);
  }

  vector(values: ArrayLike<number>): void {
    this.#add([values.length]);
    this.#add(values);
  }

  matrix({ rows, cols, data }: Grid): void {
    this.#add([rows, cols]);
    this.#add(data);
  }

  optional<T>(value: T | undefined, write: (this: MessageWriter, value: T) => void): void {
    this.number(value === undefined ? 0 : 1);
    if (value !== undefined) write.call(this, value);
  }

  finish(): Float64Array {
    const message = new Float64Array(this.#size);
    let next = 0;
    for (const part of this.#parts) {
      message.set(part, next);
      next += part.length;
    }
    return message;
  }

  #add(part: ArrayLike<number>): void {
    this.#parts.push(part);
    this.#size += part.length;
  }
}

export class MessageReader {
  readonly #values: Float64Array;
  #next = 0;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  number(): number {
    return this.#values[this.#next++] as number;
  }

  boolean(): boolean {
    return this.number() !== 0;
  }

  /** An index, or null where there is none. */
  index(): number | null {
    const index = this.number();
    return index < 0 ? null : index;
  }

  pair(): readonly [number, number] {
    return [this.number(), this.number()];
  }

  vector(): Float64Array {
    return this.#take(this.number());
  }

  indices(): Int32Array {
    return Int32Array.from(this.vector());
  }

  /** An index set, or `usual` where a length of −1 stands for that. */
  indicesOr(usual: Int32Array): Int32Array {
    const size = this.number();
    return size < 0 ? usual : Int32Array.from(this.#take(size));
  }

  matrix(): Matrix {
    const [rows, cols] = this.pair();
    return { rows, cols, data: this.#take(rows * cols) };
  }

  optional<T>(read: (this: MessageReader) => T): T | null {
    return this.boolean() ? read.call(this) : null;
  }

  name<T>(names: readonly T[]): T {
    return names[this.number()] as T;
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read);
  }

  #take(size: number): Float64Array {
    const start = this.#next;
    this.#next += size;
    return this.#values.slice(start, this.#next);
  }
}
