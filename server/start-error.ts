/** A reason the server cannot start, written for the person who started it: shown as it is, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
