export type Caption = { at: string; text: string }

/** Who writes along: the browser where it can, this Kinora’s engine where one is set up and may. */
export type CaptionSource = 'browser' | 'engine' | null

/** `denied` and `failed` are the browser’s. `form`: the recording is kept in a form that is only heard whole. */
export type CaptionTrouble = 'denied' | 'failed' | 'engine' | 'hours' | 'form'

export type CaptionEvents = {
  line: (heard: { atMs: number; text: string }) => void
  /** What may still change. */
  interim: (text: string) => void
  /** Nothing more comes. */
  trouble: (trouble: CaptionTrouble) => void
  /** Whether the server cannot be reached just now. */
  waiting: (isWaiting: boolean) => void
}
