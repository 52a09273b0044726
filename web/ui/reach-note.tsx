import { reachOf, reachSentences } from '../lib/phone-reach.ts'

/** Says in good time when a link will not work on another device; nothing where it will. */
export function ReachNote({ address }: { address: string }) {
  const sentence = reachSentences[reachOf(address)]
  if (sentence === null) return null
  return <p className="rounded-card bg-warn-tint p-3 text-start text-sm text-warn">{sentence}</p>
}
