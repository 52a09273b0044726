/**
 * Whether another device could use an address: `here` names only the computer itself, and without https browsers give a
 * page from elsewhere neither camera nor microphone.
 */
export type Reach = 'anywhere' | 'here' | 'insecure'

export function reachOf(address: string): Reach {
  const { hostname, protocol } = new URL(address)
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(hostname)) return 'here'
  return protocol === 'https:' ? 'anywhere' : 'insecure'
}

function isLoopback(hostname: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]'
}

/** What to say where another device could not use it; null where it can. */
export const reachSentences: Record<Reach, string | null> = {
  anywhere: null,
  here: 'This Kinora’s address works on this computer only, so another device cannot open the link. Whoever looks after it can give it an address with PUBLIC_URL.',
  insecure:
    'This Kinora’s address has no https. Phones open their camera and microphone only where there is; whoever looks after it can add it.',
}
