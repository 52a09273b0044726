import { GitMerge } from 'lucide-react'

export type MeanwhileNoteProps<Fields> = {
  /** Other people's values of fields that were changed here as well. */
  replaced: Partial<Fields>
  /** The fields' labels, in display order. */
  labels: { [Name in keyof Fields]: string }
}

/** Shows what somebody else wrote in the same fields, before saving replaces it. Renders nothing if nothing would be replaced. */
export function MeanwhileNote<Fields extends object>({ replaced, labels }: MeanwhileNoteProps<Fields>) {
  const names = (Object.keys(labels) as (keyof Fields & string)[]).filter((name) => name in replaced)
  if (names.length === 0) return null
  return (
    <div role="alert" className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
      <GitMerge className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="flex min-w-0 flex-col gap-3">
        <p>
          Somebody else changed the same meanwhile, so nothing is saved yet. What you wrote stands above; if
          you save again, it takes the place of what they wrote:
        </p>
        <dl className="flex flex-col gap-2 text-foreground">
          {names.map((name) => (
            <div key={name}>
              <dt className="text-sm font-semibold">{labels[name]}</dt>
              <dd dir="auto" className="whitespace-pre-line wrap-anywhere select-text">
                {textOf(replaced[name])}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return text === '' ? '(left empty)' : text
}
