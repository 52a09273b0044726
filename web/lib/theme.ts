import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Also read by public/theme.js before the first paint. */
const key = 'kinora.theme'

/** The chosen appearance, kept on this device, and a way to choose another. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState<ThemeChoice>(storedTheme)

  return [
    choice,
    (next) => {
      setChoice(next)
      applyTheme(next)
    },
  ]
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset.theme
    deviceMemory.removeItem(key)
    return
  }
  document.documentElement.dataset.theme = choice
  deviceMemory.setItem(key, choice)
}

function storedTheme(): ThemeChoice {
  const stored = deviceMemory.getItem(key)
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}
