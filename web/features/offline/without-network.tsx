import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cutOff } from '../../lib/cut-off.ts'
import { situationOf } from '../../lib/errors.ts'
import { importing } from '../../lib/importing.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { loadedQuietly } from '../../ui/loaded-quietly.tsx'

const OfflineDesk = loadedQuietly(
  async () => (await importing(() => import('./offline-desk.tsx'))).OfflineDesk,
)

/**
 * Shows what still works while this device has no network, or a network through which
 * Kinora cannot be reached; renders nothing otherwise.
 */
export function WithoutNetwork() {
  const isCutOff = useWatched(cutOff)
  const isUnreachable = useUnreachable()
  if (!isCutOff && !isUnreachable) return null
  return (
    <div className="mb-8 empty:hidden">
      <OfflineDesk />
    </div>
  )
}

/** Whether a query of the current page got no answer, as from a home server that is switched off. */
function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(cache.subscribe, () =>
    cache.findAll({ type: 'active' }).some(({ state }) => situationOf(state.error) === 'OFFLINE'),
  )
}
