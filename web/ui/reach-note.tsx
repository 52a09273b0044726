import { reachOf, reachSentences } from '../lib/phone-reach.ts'

/** Warns before a link is passed on that will not work on another device; renders nothing if it will. */
export function ReachNote({ address }: { address: string }) {
  const sentence = reachSentences[reachOf(address)]
  if (sentence === null) return null
  return <p className="rounded-card bg-warn-tint p-3 text-start text-sm text-warn">{sentence}</p>
}
