import type { KeptNote } from './note-store.ts'

type Further = {
  /** The note that it has become. */
  id: string
  /** What that says by now, as far as this device has written it. */
  text: string
}

/** Notes that were put beside what somebody else had made of them, so that who goes on with one goes on with the further one. */
export type PutBeside = {
  /**
   * The id of the note that is meant: who has read what was put beside means that, who has read the other's words means those.
   * What it says from now on is remembered.
   */
  idFor: (note: KeptNote) => string
  /** A note that said this has become another. */
  tell: (note: KeptNote, id: string) => void
}

/** What tabs of one browser tell each other: any of them may send what another has kept. */
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
