import { useRouterState } from '@tanstack/react-router'
import { MailedQuestionView } from '../features/prompts/mailed-question-view.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Where the links of the weekly mail lead. Its token stands behind the #, which no server is told. */
export function WeeklyQuestionPage() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryFrame title="Your question for this week">
      <MailedQuestionView token={token} />
    </EntryFrame>
  )
}
