import { Eye, EyeOff } from 'lucide-react'
import { countOf } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { usePromptActions, useReported } from './use-prompts.ts'

/** For the operator only: what was reported, and what is hidden. */
export function ReportedList() {
  const reported = useReported()
  const { hide, show, failure } = usePromptActions()
  if (!reported.data?.isOperator || reported.data.items.length === 0) return null

  return (
    <SettingsSection title="Reported" sentence="Only you see this, because you run this Kinora.">
      {reported.data.items.map(({ kind, id, words, author, hidden, reports, reasons }) => (
        <SettingsRow
          key={id}
          title={words}
          detail={[
            kind === 'prompt' ? 'Prompt' : 'Playlist',
            author ? `by ${author}` : '',
            countOf(reports, 'report'),
            ...reasons.map((reason) => `“${reason}”`),
          ]
            .filter(Boolean)
            .join(' · ')}
          action={
            <Button variant="outline" onClick={() => (hidden ? show : hide).mutate({ kind, id })}>
              {hidden ? <Eye size={20} aria-hidden="true" /> : <EyeOff size={20} aria-hidden="true" />}
              {hidden ? 'Show again' : 'Hide'}
            </Button>
          }
        />
      ))}
      {failure ? <Alert className="m-5">{failure}</Alert> : null}
    </SettingsSection>
  )
}
