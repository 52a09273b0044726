/** Holds this process up, as a machine does that stands still: no timer fires and nothing is read until it goes on. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
