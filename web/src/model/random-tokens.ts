/**
 * Numbers drawn for random tokens: multiples of 1/16 about 0 with a standard deviation of 1.15, nearly
 * normal, from whole numbers alone: the same in every engine, and exact in float32.
 */
export function randomNumbers(size: number, seed: number, stream: number): Float32Array {
  // Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", in 32 bits.
  let state = mix((seed ^ Math.imul(stream + 1, 0x9e3779b9)) >>> 0);
  return Float32Array.from({ length: size }, () => {
    state = (state + 0x9e3779b9) >>> 0;
    const bits = mix(state);
    const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
    return Math.round((sum - 510) / 8) / 16;
  });
}

function mix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
