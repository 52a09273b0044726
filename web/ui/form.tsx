import { type ComponentProps, createContext, type SubmitEvent, useContext, useState } from 'react'
import { holdChoices } from './hold-still.ts'
import { useSending } from './sending.ts'

type FormState = {
  /** Whether the form was submitted with something wrong in it: missing input is reported from then on, not before. */
  tried: boolean
  /** The ids of invalid controls. */
  wrong: Set<string>
  /** Whether the form is being sent: further input would not be included, and would be lost when the form closes. */
  busy: boolean
}

const State = createContext<FormState>({ tried: false, wrong: new Set(), busy: false })

/** The state of the form around a field. */
export const useFormState = () => useContext(State)

export type FormProps = ComponentProps<'form'> & { busy: boolean }

/**
 * A form that is submitted only if all its fields are valid; otherwise the first invalid one gets the focus. While
 * it is `busy`, nothing can be typed or chosen in it, and a dialog around it stays open.
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
