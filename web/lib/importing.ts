const failedAddress = /dynamically imported module: (\S+)/
const arrived = new Map<string, Promise<unknown>>()
let tries = 0

/**
 * Loads a piece of the application, also where it could not be loaded before. Chromium holds a module that it could not fetch for
 * missing until the page is loaded anew (seen in version 150; HTML wants it so), and whoever pressed "Try again" with the network
 * back would press in vain. Under another address it is fetched.
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
