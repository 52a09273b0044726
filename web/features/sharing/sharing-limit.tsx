import { situationOf } from '../../lib/errors.ts'
import { PlanLimit } from '../../ui/plan-limit.tsx'
import { sharingSentence } from './limit-sentence.ts'

/** Beside a refusal because the plan allows no more people: what helps. Nothing beside any other. */
export function SharingLimit({ error }: { error: unknown }) {
  if (error === null || situationOf(error) !== 'SHARING_LIMIT_REACHED') return null
  return <PlanLimit title="Sharing Limit Reached" sentence={sharingSentence(error)} />
}
