import { useRouterState } from '@tanstack/react-router'
import { MailedQuestionView } from '../features/prompts/mailed-question-view.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** The target of the links in the weekly mail. The token is in the hash, which browsers do not send to servers. */
export function WeeklyQuestionPage() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryFrame title="Your question for this week">
      <MailedQuestionView token={token} />
    </EntryFrame>
  )
}
