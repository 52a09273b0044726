import './ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { accessToken, fetchAsUser } from './features/auth/auth-client.ts'
import { SessionProvider } from './features/auth/session.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { provideAccess } from './lib/request.ts'
import { router } from './routes.tsx'
import { ToastPlace } from './ui/toast.tsx'

provideAccess({ fetch: fetchAsUser, token: accessToken })

const queryClient = createQueryClient()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

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
