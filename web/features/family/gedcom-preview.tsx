import type { GedcomReport } from '#contract/family.ts'
import { countOf } from '../../lib/format.ts'

const NAMES_SHOWN = 12
const filesOf = (count: number) => countOf(count, 'photo or document', 'photos and documents')

/** What a file would import, and which of its contents cannot be imported. */
export function GedcomPreview({ fileName, report }: { fileName: string; report: GedcomReport }) {
  const {
    people,
    connections,
    alreadyHere,
    candidates,
    portraits,
    files,
    filesHere,
    notUnderstood,
    warnings,
  } = report
  const names = people > alreadyHere ? candidates.map(({ name }) => name).filter(Boolean) : []
  return (
    <section
      aria-label="What the file would bring"
      className="flex flex-col gap-4 rounded-card bg-background p-5"
    >
      <p className="font-semibold wrap-anywhere">{fileName}</p>
      <p>
        {countOf(people, 'person', 'people')} and {countOf(connections, 'line')}, GEDCOM{' '}
        {report.version || 'of an unknown version'}, {report.encoding}
        {portraits > 0 ? `, with ${countOf(portraits, 'portrait')}` : ''}.
        {files > 0 ? ` With ${filesOf(files)}.` : null}
        {filesHere > 0 ? ` Here already, or in the trash: ${filesOf(filesHere)}.` : null}
        {alreadyHere > 0 ? ` ${alreadyHere} of them are here already and stay as they are.` : null}
      </p>
      {names.length > 0 ? (
        <p dir="auto" className="wrap-anywhere text-muted">
          {names.slice(0, NAMES_SHOWN).join(', ')}
          {names.length > NAMES_SHOWN ? ', …' : ''}
        </p>
      ) : null}
      {warnings.length > 0 ? (
        <p className="rounded-card bg-warn-tint p-4 text-warn">
          In {countOf(warnings.length, 'place')} the dates do not fit, a child older than a parent for
          example. They are kept as they are.
        </p>
      ) : null}
      {notUnderstood.length > 0 ? (
        <details>
          <summary className="min-h-12 py-2 font-semibold">
            Not understood and left out: {countOf(notUnderstood.length, 'kind')} of entries
          </summary>
          <ul className="mt-2 flex max-h-56 flex-col gap-1 overflow-y-auto text-sm">
            {notUnderstood.map(({ tag, count, example }) => (
              <li key={tag} className="wrap-anywhere">
                <strong>{tag}</strong> × {count}
                {example ? <span className="text-muted"> · {example}</span> : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}
