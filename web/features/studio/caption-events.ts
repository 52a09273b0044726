export type Caption = { at: string; text: string }

/** What writes the captions: the browser's recogniser if it has one, else this Kinora’s engine where one is set up and allowed. */
export type CaptionSource = 'browser' | 'engine' | null

/** `denied` and `failed` come from the browser. `form`: the recording's format can only be transcribed as a whole. */
export type CaptionTrouble = 'denied' | 'failed' | 'engine' | 'hours' | 'form'

export type CaptionEvents = {
  line: (heard: { atMs: number; text: string }) => void
  /** Words that may still change. */
  interim: (text: string) => void
  /** No more captions will come. */
  trouble: (trouble: CaptionTrouble) => void
  /** Whether the captions wait because the server cannot be reached at present. */
  waiting: (isWaiting: boolean) => void
}
