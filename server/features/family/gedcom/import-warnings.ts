import { type FamilyWarning, warnAboutLife, warnAboutParent } from '#contract/family-warnings.ts'
import { eachInTurns, mapInTurns } from '../../../in-turns.ts'
import type { FileConnection, FilePerson } from './own-family.ts'

const WARNINGS_SHOWN = 50

type Dated = Pick<FilePerson, 'xref' | 'sex' | 'dateOfBirth' | 'dateOfDeath'>

/** Warnings about facts of a file that are probably slips of the pen; only the first of very many. */
export async function warningsOf(
  { people, connections }: { people: Dated[]; connections: FileConnection[] },
  ids: ReadonlyMap<string, string>,
): Promise<FamilyWarning[]> {
  const found: FamilyWarning[] = []
  const warn = (warnings: FamilyWarning[]) => found.push(...warnings.slice(0, WARNINGS_SHOWN - found.length))
  const byXref = new Map(
    await mapInTurns(
      people,
      ({ xref, sex, dateOfBirth, dateOfDeath }) =>
        [xref, { id: ids.get(xref) ?? '', sex, dateOfBirth, dateOfDeath }] as const,
    ),
  )
  await eachInTurns(byXref.values(), (person) => warn(warnAboutLife(person)))
  await eachInTurns(connections, ({ type, kind, from, to }) => {
    const [parent, child] = [byXref.get(from), byXref.get(to)]
    if (type === 'parent' && parent && child) warn(warnAboutParent(parent, child, kind))
  })
  return found
}
