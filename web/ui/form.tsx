import { type ComponentProps, createContext, type SubmitEvent, useContext, useState } from 'react'
import { holdChoices } from './hold-still.ts'
import { useSending } from './sending.ts'

type FormState = {
  /** Whether somebody has tried to send it as it stands: what is missing is said from then on, and not before. */
  tried: boolean
  /** The ids of controls with something wrong. */
  wrong: Set<string>
  /** Whether it is on its way: what somebody typed now would not be in it, and would go with the form when it closes. */
  busy: boolean
}

const State = createContext<FormState>({ tried: false, wrong: new Set(), busy: false })

/** What the form around a field knows. */
export const useFormState = () => useContext(State)

export type FormProps = ComponentProps<'form'> & { busy: boolean }

/**
 * A form that is sent only when nothing is wrong with its fields; else the first that has something wrong gets the focus. While
 * it is `busy` nothing can be typed or chosen in it, and a dialog around it stays.
 */
export function Form({ onSubmit, busy, ...rest }: FormProps) {
  useSending(busy)
  const [wrong] = useState(() => new Set<string>())
  const [tried, setTried] = useState(false)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const first = [...event.currentTarget.elements].find(({ id }) => wrong.has(id))
    setTried(first !== undefined)
    if (first === undefined) return onSubmit?.(event)

    event.preventDefault()
    if (first instanceof HTMLElement) first.focus()
  }

  return (
    <State value={{ tried, wrong, busy }}>
      <form noValidate onSubmit={submit} {...(busy ? holdChoices : {})} {...rest} />
    </State>
  )
}
