/**
 * The only port to a model that draws. `draw` throws TextFailure and nothing else; it stops when the signal fires. The bytes it
 * resolves to come from a stranger: the caller has to check whether they are a picture.
 */
export interface ImageModel {
  /** For people to read: the name of the model. */
  readonly label: string
  draw(prompt: string, signal: AbortSignal): Promise<Uint8Array>
}
