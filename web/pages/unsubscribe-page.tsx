import { useRouterState } from '@tanstack/react-router'
import { EndMails } from '../features/notices/end-mails.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** The target of the unsubscribe link in news mails. The token is in the hash, which browsers do not send to servers. */
export function UnsubscribePage() {
  // The raw hash: a token has no characters that an address would encode, and a damaged one is not decoded.
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryFrame title="Mails about news">
      <EndMails token={token} />
    </EntryFrame>
  )
}
