import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readComeBack } from '../features/auth/come-back.ts'
import { type Arrival, arrive } from '../features/auth/providers.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'

// A code can be exchanged only once, so the exchange is cached here, independently of how often the page is rendered.
const arrivals = new Map<string, Promise<Arrival>>()

/** The page to which other providers (Google, iCloud) redirect. */
export function ReturnPage() {
  const [back] = useState(() => readComeBack(new URL(window.location.href)))
  const [problem, setProblem] = useState(back.problem)
  const navigate = useNavigate()

  useEffect(() => {
    // Removes the code from the address: it is used up, and addresses are easily copied.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (back.code === null) return

    let isShown = true
    arriveOnce(back.code, back.flow).then((arrival) => {
      if (!isShown) return
      if (arrival.problem !== null) return setProblem(arrival.problem)
      if (back.why === 'log-in' && arrival.isComplete)
        toastSuccess('Welcome back!', "You've successfully logged in.")
      navigate({ to: back.why === 'link' ? '/app/settings' : '/app', replace: true })
    })
    return () => {
      isShown = false
    }
  }, [back, navigate])

  if (problem === null) return <PageSpinner label="One moment, you are being signed in" />
  return (
    <EntryFrame title={back.why === 'link' ? 'This was not linked' : 'You are not signed in yet'}>
      <Alert className="mb-6">{problem}</Alert>
      <Button size="lg" className="w-full" asChild>
        {back.why === 'link' ? (
          <Link to="/app/settings">Back to settings</Link>
        ) : (
          <Link to="/login">Back to log in</Link>
        )}
      </Button>
    </EntryFrame>
  )
}

function arriveOnce(code: string, flow: string | null): Promise<Arrival> {
  const arrival = arrivals.get(code) ?? arrive(code, flow)
  arrivals.set(code, arrival)
  return arrival
}
