import { useRouterState } from '@tanstack/react-router'
import { EndMails } from '../features/notices/end-mails.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Where mails about news let one end them. The token stands behind the #, which no server is told. */
export function UnsubscribePage() {
  // As it stands there: a token has no sign that an address would change, and what was spoilt is not decoded.
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryFrame title="Mails about news">
      <EndMails token={token} />
    </EntryFrame>
  )
}
