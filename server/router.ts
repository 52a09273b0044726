import type { Services } from './services.ts'

/** What answers each procedure of the contract: one line a feature. */
export function createRouter(_services: Services) {
  return {}
}

export type AppRouter = ReturnType<typeof createRouter>
