/**
 * The one port to what draws. `draw` throws TextFailure and nothing else; it gives up when the signal fires. What comes is
 * bytes of a stranger: whether they are a picture, they have to show themselves.
 */
export interface ImageModel {
  /** For people: which model. */
  readonly label: string
  draw(prompt: string, signal: AbortSignal): Promise<Uint8Array>
}
