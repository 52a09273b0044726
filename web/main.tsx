import './lib/zod-without-eval.ts'
import './ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { accessToken, fetchAsUser, idOnDevice, renewedToken } from './features/auth/auth-client.ts'
import { SessionProvider } from './features/auth/session.tsx'
import { followNetwork } from './lib/cut-off.ts'
import { createQueryClient } from './lib/query-client.ts'
import { provideAccess } from './lib/request.ts'
import { router } from './routes.tsx'
import { askEarly } from './shell/ask-early.ts'
import { leaveComposingAlone } from './ui/composed-letters.ts'
import { countDoublePressesOnce } from './ui/double-press.ts'
import { keepPlace } from './ui/keep-place.ts'
import { holdStrayDrops } from './ui/stray-drops.ts'
import { ToastPlace } from './ui/toast.tsx'
import { watchPresses } from './ui/toast-place.ts'
import { keepUpWithTranslators } from './ui/translated-page.ts'

provideAccess({ fetch: fetchAsUser, token: accessToken, renewed: renewedToken, userId: idOnDevice })

countDoublePressesOnce()
keepPlace()
watchPresses()
leaveComposingAlone()
holdStrayDrops()
keepUpWithTranslators()
followNetwork()
const queryClient = createQueryClient()
askEarly(queryClient)
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

// Last, after everything that the first page needs. In development no offline copy is kept.
if (import.meta.env.PROD)
  window.addEventListener('load', async () => {
    // Later than anything that a page loads by itself.
    setTimeout(async () => (await import('./shell/old-tab.ts')).outliveUpdates(), 30_000)
    const { keepOfflineCopy } = await import('./shell/offline-copy.ts')
    keepOfflineCopy()
  })

createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastPlace />
      </QueryClientProvider>
    </SessionProvider>
  </StrictMode>,
)
