import { ShieldCheck, TriangleAlert } from 'lucide-react'
import type { Fixity } from '#contract/fixity.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DamagedRows } from './damaged-rows.tsx'
import { useDamaged, useFixity } from './use-fixity.ts'
import { lastCheck, standingOf } from './words.ts'

/** Whether everything that the family keeps is unchanged, and when that was last checked. */
export function FixitySection() {
  const fixity = useFixity()
  const damaged = useDamaged()

  if (fixity.isError && !fixity.data) {
    return (
      <ErrorPanel
        title="The last check could not be loaded"
        sentence={sentenceOf(fixity.error)}
        onRetry={() => fixity.refetch()}
      />
    )
  }
  return (
    <SettingsSection
      title="Kept as you gave it"
      sentence="Disks forget. So we read every recording and every file again at regular times and compare it with what you gave us, down to the last byte."
    >
      {fixity.data ? <Summary found={fixity.data} /> : <Skeleton className="m-5 h-14" />}
      {damaged.isError && !damaged.data ? (
        <SettingsRow
          title="The list of damaged files could not be loaded"
          detail={sentenceOf(damaged.error)}
          action={
            <Button variant="outline" onClick={() => damaged.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {damaged.data?.length ? <DamagedRows files={damaged.data} /> : null}
    </SettingsSection>
  )
}

function Summary({ found }: { found: Fixity }) {
  if (found.files === 0) return <SettingsRow title={standingOf(found)} />
  return (
    <SettingsRow
      icon={found.damaged > 0 ? <TriangleAlert aria-hidden="true" /> : <ShieldCheck aria-hidden="true" />}
      title={standingOf(found)}
      detail={lastCheck(found)}
    />
  )
}
