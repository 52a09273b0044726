/** A reason why the server cannot start, written for the person who starts it and shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
