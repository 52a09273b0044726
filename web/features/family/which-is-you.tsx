import { UserRound } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { GedcomReport } from '#contract/family.ts'
import { Button } from '../../ui/button.tsx'
import { PersonSearch } from './person-search.tsx'

export type WhichIsYouProps = {
  candidates: GedcomReport['candidates']
  /** The xref of the chosen person; null for none of them. */
  you: string | null
  onChange: (xref: string | null) => void
}

/** Asks which person in the file is the importing one, so that all others are related to them. */
export function WhichIsYou({ candidates, you, onChange }: WhichIsYouProps) {
  const titleId = useId()
  const people = useMemo(
    () =>
      candidates
        .filter(({ name }) => name !== '')
        .map(({ xref, name, born }) => ({
          id: xref,
          name,
          otherNames: '',
          detail: born === '' ? '' : `born ${born}`,
        })),
    [candidates],
  )
  const chosen = people.find(({ id }) => id === you)
  if (people.length === 0) return null

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="font-semibold">
        Which of them are you?
      </h3>
      {chosen ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border px-4 py-2">
          <UserRound size={20} aria-hidden="true" className="shrink-0 text-leaf" />
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <span dir="auto" className="font-semibold">
              {chosen.name}
            </span>
            {chosen.detail ? <span className="text-muted"> {chosen.detail}</span> : null}
          </p>
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            That is not me
          </Button>
        </div>
      ) : (
        <>
          <div className="flex">
            <PersonSearch label="Find yourself in the file" people={people} onFound={onChange} />
          </div>
          <p className="text-sm text-muted">
            Then everybody is told from your place: your mother, your cousin. If you are not among them, leave
            it empty.
          </p>
        </>
      )}
    </section>
  )
}
