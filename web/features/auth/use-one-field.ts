import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useSending } from '../../ui/sending.ts'
import { useUnsaved } from '../../ui/unsaved.ts'

/**
 * The state of a form with one field. `send` gets the typed text and resolves with a sentence about what is wrong with
 * it, which is shown at the field until somebody types again, or with null.
 */
export function useOneField(send: (typed: string) => Promise<string | null>, initial = '') {
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  useUnsaved(typed)
  useSending(busy)

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value)
    setProblem(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      setProblem((await send(typed)) ?? undefined)
    } finally {
      setBusy(false)
    }
  }
  return { control: { value: typed, onChange, readOnly: busy }, problem, busy, submit }
}
