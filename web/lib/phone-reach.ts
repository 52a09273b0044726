/**
 * Whether another device could use an address. `here`: it names this computer only. `insecure`: without https, browsers give
 * a page from elsewhere neither camera nor microphone.
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

/** What to say when another device could not use the address; null when it can. */
export const reachSentences: Record<Reach, string | null> = {
  anywhere: null,
  here: 'Only this computer can open this address. Whoever looks after Kinora can give it another with PUBLIC_URL.',
  insecure:
    'Phones open camera and microphone only over https. Whoever looks after Kinora can put it in front.',
}
