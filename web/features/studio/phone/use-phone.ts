import { useEffect, useMemo, useState } from 'react'
import { createStore, type Store } from '../../../lib/store.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import type { SessionPlan } from '../studio-session.ts'
import type { ThisDevice } from '../this-device.ts'
import { tellWish } from './tell-wish.ts'
import { type PhoneLink, usePhoneLink } from './use-phone-link.ts'
import { hasUnsafe, unheard, type WatchedPhone, watchPhone } from './watched-phone.ts'

export type ComputerPhone = WatchedPhone & {
  link: PhoneLink
  /** Has the link created, so that its code can be shown. */
  want: () => void
  /** Releases the link for the next phone that opens its code. */
  renew: (id: string) => Promise<unknown>
  /** Whether the end of the session is waiting for the phone's last bytes. */
  isAwaited: boolean
  /** What became of the wish, at that end, that the phone stop: the server has taken it, or could not be told so far. */
  stopWish: 'on its way' | 'missed' | 'taken'
  /** Ends that wait; what the phone has stays there and is sent in the background. */
  goWithout: () => void
  /** Asks the phone to stop, and resolves when everything it recorded is safe, or `goWithout` ended the wait. */
  finish: () => Promise<void>
}

const nobody = createStore(unheard)

/**
 * The phone beside this computer: its link, its state, the question that it shows, and whether what it records is transcribed. Asks the
 * server through the device's client alone: another person may sign in in another tab while the studio stays open.
 */
export function usePhone(
  { userId, client }: Pick<ThisDevice, 'userId' | 'client'>,
  plan: SessionPlan,
  { question, transcribe }: { question: string; transcribe: boolean },
  shown: boolean,
): ComputerPhone {
  const [isWanted, setIsWanted] = useState(shown)
  const [watched, setWatched] = useState<Store<WatchedPhone>>(nobody)
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const [stopWish, setStopWish] = useState<ComputerPhone['stopWish']>('on its way')
  const link = usePhoneLink(client, plan, transcribe, isWanted)
  const view = useWatched(watched)
  const { storyId } = plan
  const ownLinkId = link.link?.id
  const allIds = [...new Set([...view.linkIds, ...(ownLinkId ? [ownLinkId] : [])])].join(' ')
  // The same list as long as it says the same: each report brings a new one, and a wish under way would begin again each second.
  const linkIds = useMemo(() => allIds.split(' ').filter(Boolean), [allIds])

  useEffect(() => {
    const ended = new AbortController()
    setWatched(watchPhone(userId, storyId, ended.signal))
    return () => ended.abort()
  }, [userId, storyId])

  useEffect(() => {
    const another = new AbortController()
    for (const id of linkIds) {
      // Until the question reaches the phone, the computer still shows it; whether to transcribe is told to the server alone.
      tellWish((signal) => client.recordingLinks.ask({ id, question, transcribe }, { signal }), {
        reports: watched,
        signal: another.signal,
      })
    }
    return () => another.abort()
  }, [client, linkIds, question, transcribe, watched])

  const finish = async () => {
    if (hasUnsafe(watched.get())) {
      const over = new AbortController()
      const ports = { reports: watched, signal: over.signal, missed: () => setStopWish('missed') }
      setStopWish('on its way')
      const told = linkIds.map((id) =>
        tellWish((signal) => client.recordingLinks.stop({ id }, { signal }), ports),
      )
      // A link that the server does not know has no phone.
      Promise.all(told).then((taken) => setStopWish(taken.some(Boolean) ? 'taken' : 'missed'))
      const wait = Promise.withResolvers<void>()
      const stop = watched.watch(() => {
        if (!hasUnsafe(watched.get())) wait.resolve()
      })
      setLeave(() => wait.resolve)
      await wait.promise
      // Who goes without the phone still wishes it to stop.
      if (!hasUnsafe(watched.get())) over.abort()
      stop()
      setLeave(null)
    }
    // An ended link allows no new recording; what the phone still has arrives all the same.
    const { signal } = new AbortController()
    for (const id of linkIds) {
      tellWish(() => client.recordingLinks.end({ id }), { reports: watched, signal })
    }
  }

  return {
    ...view,
    link,
    want: () => setIsWanted(true),
    renew: (id) => client.recordingLinks.renew({ id }),
    isAwaited: leave !== null,
    stopWish,
    goWithout: () => leave?.(),
    finish,
  }
}
