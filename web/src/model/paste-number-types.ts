/** Types of numbers that programs name, and which numbers they hold as they are written. */

export type NumberType =
  | "float64"
  | "float32"
  | "float16"
  | "bfloat16"
  | { readonly bits: number; readonly signed: boolean };

const floats: Readonly<Record<string, NumberType>> = {
  ...named("float64", "float double f8 f64 complex complex128 cdouble longdouble object number"),
  ...named("float32", "single f4 f32 complex64 csingle"),
  ...named("float16", "half f2 f16"),
  ...named("bfloat16", "bf16"),
};

function named(type: NumberType & string, others: string): Record<string, NumberType> {
  return Object.fromEntries([type, ...others.split(" ")].map((name) => [name, type]));
}

/** Integers without digits in their names: those of Python, C, PyTorch and NumPy. */
const integers: Readonly<Record<string, NumberType>> = {
  int: { bits: 64, signed: true },
  integer: { bits: 64, signed: true },
  long: { bits: 64, signed: true },
  short: { bits: 16, signed: true },
  char: { bits: 8, signed: true },
  byte: { bits: 8, signed: false },
  ubyte: { bits: 8, signed: false },
  uint: { bits: 64, signed: false },
  ulong: { bits: 64, signed: false },
  ushort: { bits: 16, signed: false },
};

/**
 * The type behind `np.float32`, `torch.half`, `'<f4'`, `Float32Array`, `torch.IntTensor`; null where
 * it is none that is known.
 */
export function numberTypeOf(written: string): NumberType | null {
  const name = written
    .trim()
    .replace(/^["']?[<>=|]?|["']$/g, "")
    .replace(/^(?:[A-Za-z_]\w*\.)+/, "")
    .replace(/(?:Tensor|Array)$/, "")
    .replace(/_$/, "")
    .toLowerCase();
  const [, unsigned, size] = /^(u?)int(\d{1,2})$/.exec(name) ?? [];
  if (size !== undefined) return { bits: Number(size), signed: unsigned === "" };
  const [, sign, bytes] = /^([iu])(\d{1,2})$/.exec(name) ?? [];
  if (bytes !== undefined) {
    // i4 has 4 bytes in NumPy, i32 has 32 bits elsewhere.
    const bits = Number(bytes) <= 8 ? 8 * Number(bytes) : Number(bytes);
    return { bits, signed: sign === "i" };
  }
  return floats[name] ?? integers[name] ?? null;
}

/** Whether a number becomes no other one in that type. */
export function holds(type: NumberType, x: number): boolean {
  if (typeof type === "object") {
    const largest = 2 ** (type.signed ? type.bits - 1 : type.bits);
    return Number.isInteger(x) && x < largest && x >= (type.signed ? -largest : 0);
  }
  if (type === "float64" || !Number.isFinite(x) || x === 0) return true;
  if (Math.fround(x) !== x) return false;
  if (type === "float32") return true;
  const [bits = 0] = new Uint32Array(Float32Array.of(x).buffer);
  if (type === "bfloat16") return (bits & 0xffff) === 0;
  // 11 significant bits, multiples of 2⁻²⁴.
  return Math.abs(x) <= 65504 && (bits & 0x1fff) === 0 && Number.isInteger(x * 2 ** 24);
}
