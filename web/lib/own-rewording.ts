type Rewording = {
  /** The text with which the rewording began. */
  begun: string
  /** The text as the server has it, as last known here. */
  now: string
  typed: string
  /** What was sent from here since: the server may have any of it, although no answer came. */
  sent: readonly string[]
}

/** The text that a rewording replaces, and whether the server has a text that somebody else has written since it began. */
export function rewordingOf({ begun, now, typed, sent }: Rewording): { was: string; isOther: boolean } {
  const isOurs = sent.includes(now)
  return { was: isOurs ? now : begun, isOther: !isOurs && now !== begun && now !== typed }
}
