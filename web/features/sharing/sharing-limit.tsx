import { situationOf } from '../../lib/errors.ts'
import { PlanLimit } from '../../ui/plan-limit.tsx'
import { sharingSentence } from './limit-sentence.ts'

/** Shown beside an error: if the plan allows no more people, what helps. Renders nothing for other errors. */
export function SharingLimit({ error }: { error: unknown }) {
  if (error === null || situationOf(error) !== 'SHARING_LIMIT_REACHED') return null
  return <PlanLimit title="Sharing Limit Reached" sentence={sharingSentence(error)} />
}
