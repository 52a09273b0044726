/**
 * What tabs of this browser tell each other. Null where the browser has no such thing for us (where cookies are blocked it may
 * throw): each tab then goes on by itself.
 */
export function openTabChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
