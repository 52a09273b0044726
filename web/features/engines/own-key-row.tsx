import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { setOwnSpeechKey, useHasOwnSpeechKey } from '../../lib/own-speech-key.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SettingsRow } from '../../ui/settings-section.tsx'

/** The person's own Google key: kept in this tab's memory only, and used from this browser only. */
export function OwnKeyRow() {
  const hasKey = useHasOwnSpeechKey()
  if (hasKey) {
    return (
      <SettingsRow
        icon={<KeyRound size={24} aria-hidden="true" />}
        title="Your own Google speech key: in use"
        detail="It is in the memory of this tab only. When the tab is closed or reloaded, it is gone, and has to be put in again."
        action={
          <Button variant="outline" size="sm" onClick={() => setOwnSpeechKey(null)}>
            Forget the key
          </Button>
        }
      />
    )
  }
  return (
    <div className="flex flex-col gap-4 p-5 sm:px-6">
      <WhatItDoes />
      <KeyForm />
    </div>
  )
}

function WhatItDoes() {
  return (
    <div className="flex items-start gap-4">
      <KeyRound size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold">Your own Google speech key</p>
        <p className="text-sm text-pretty text-muted">
          With it, recordings are transcribed also where this Kinora has no speech to text. Your browser sends
          their sound to Google itself, and Google charges you for it.
        </p>
      </div>
    </div>
  )
}

function KeyForm() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const use = (event: FormEvent) => {
    event.preventDefault()
    const refused = problemOf(typed.trim())
    setProblem(refused)
    if (refused === undefined) setOwnSpeechKey(typed.trim())
  }
  return (
    <form onSubmit={use} noValidate className="flex flex-col gap-3">
      <Field
        label="Google speech key"
        hint="Kept in this tab’s memory only: never stored, never sent to this Kinora’s server, gone when you reload."
        error={problem}
      >
        {(control) => (
          <div className="flex flex-col gap-3 sm:flex-row">
            <Input
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" variant="outline" className="shrink-0">
              Use this key
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

function problemOf(key: string): string | undefined {
  if (key === '') return 'Please put in the key.'
  const isKey = key.length <= limits.speechKey && /^[\w-]+$/.test(key)
  return isKey ? undefined : 'This does not look like a Google key: it has letters, digits, - and _ only.'
}
