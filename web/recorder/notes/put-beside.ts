import type { KeptNote } from './note-store.ts'

type Further = {
  /** The id of the further note. */
  id: string
  /** The text of the further note, as far as this device has written it. */
  text: string
}

/** Notes that were put beside somebody else's rewording as further notes, so that later edits go to the further note. */
export type PutBeside = {
  /**
   * The id of the note that an edit is meant for: the further note if the person had read its text, the original if they had read the
   * other person's words. The edited text is remembered as the further note's text.
   */
  idFor: (note: KeptNote) => string
  /** Records that a note with this text has become the note `id`. */
  tell: (note: KeptNote, id: string) => void
}

/** Shares the register among the tabs of one browser: any tab may send a note that another has kept. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

export function createPutBeside(channel: Channel | null = null): PutBeside {
  const further = new Map<string, Further>()
  const learn = (told: [string, Further]) => further.set(...told)
  if (channel) channel.onmessage = ({ data }: MessageEvent<[string, Further]>) => learn(data)
  const tell = (of: string, now: Further) => {
    learn([of, now])
    channel?.postMessage([of, now])
  }

  return {
    idFor(note) {
      let { id } = note
      const read = note.removed ? note.text : note.was
      for (let found = further.get(id); found && found.text === read; found = further.get(id)) {
        tell(id, { ...found, text: note.text })
        id = found.id
      }
      return id
    },
    tell: ({ id: of, text }, id) => tell(of, { id, text }),
  }
}
