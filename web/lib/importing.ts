const failedAddress = /dynamically imported module: (\S+)/
const arrived = new Map<string, Promise<unknown>>()
let tries = 0

/**
 * Dynamic import that can be retried. When Chromium fails to fetch a module, it remembers the failure until the page is reloaded (seen
 * in version 150; HTML requires it), so "Try again" would fail even with the network back. Another URL is fetched anew.
 */
export async function importing<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const address = error instanceof TypeError ? failedAddress.exec(error.message)?.[1] : undefined
    if (address === undefined) throw error
    const again = arrived.get(address) ?? fetchedAgain(address)
    arrived.set(address, again)
    again.catch(() => arrived.delete(address))
    return again as Promise<Module>
  }
}

function fetchedAgain(address: string): Promise<unknown> {
  tries += 1
  const other = new URL(address)
  other.searchParams.set('again', String(tries))
  return import(/* @vite-ignore */ other.href)
}
