import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useSending } from '../../ui/sending.ts'
import { useUnsaved } from '../../ui/unsaved.ts'

/**
 * A form of one field. `send` is told what was typed and resolves with what is wrong with it, in a sentence that stands
 * beside the field until somebody types again; with null where nothing is.
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
