import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { familyMember } from '#contract/family-members.ts'
import { familyWarning } from '#contract/family-warnings.ts'
import { clientId, id, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const parentKinds = ['birth', 'adoptive', 'step', 'foster', 'unknown'] as const
export type ParentKind = (typeof parentKinds)[number]

export const unionKinds = [
  'married',
  'partners',
  'engaged',
  'separated',
  'divorced',
  'widowed',
  'unknown',
] as const
export type UnionKind = (typeof unionKinds)[number]

export const lineText = optionalText(limits.shortText)
const details = {
  label: lineText,
  /** Only for a union: when and where it began, and when it ended, with dates as people write them. */
  startDate: lineText,
  startPlace: lineText,
  endDate: lineText,
}

/** What two people are to each other. `parent` leads from the parent to the child; the direction of the others has no meaning. */
export const connectionKind = z.discriminatedUnion('type', [
  z.object({ type: z.literal('parent'), kind: z.enum(parentKinds) }),
  z.object({ type: z.literal('partner'), kind: z.enum(unionKinds) }),
  z.object({ type: z.literal('other'), kind: z.literal('unknown').default('unknown') }),
])
export type ConnectionKind = z.output<typeof connectionKind>

const ends = z.object({ id, fromId: id, toId: id })
const connectionText = z.object({
  label: z.string(),
  startDate: z.string(),
  startPlace: z.string(),
  endDate: z.string(),
  /** Whether it was derived from the labels relative to "you". Automatic connections cannot be deleted by hand. */
  isAutomatic: z.boolean(),
  version: z.int(),
})
export const familyConnection = z.intersection(ends.extend(connectionText.shape), connectionKind)
export type FamilyConnection = z.output<typeof familyConnection>

export const newConnection = z.intersection(
  z.object({
    id: clientId,
    fromId: id,
    toId: id,
    label: details.label.default(''),
    startDate: details.startDate.default(''),
    startPlace: details.startPlace.default(''),
    endDate: details.endDate.default(''),
    /**
     * For a line that was taken away and comes back: it replaces an automatic line between the two, whatever either of them says.
     * An older server does not know this.
     */
    comesBack: z.boolean().optional(),
  }),
  connectionKind,
)
export type NewConnection = z.output<typeof newConnection>

export const connectionUpdate = z.object({
  id,
  version: z.int(),
  kind: z.enum([...new Set([...parentKinds, ...unionKinds])]).optional(),
  label: details.label.optional(),
  startDate: details.startDate.optional(),
  startPlace: details.startPlace.optional(),
  endDate: details.endDate.optional(),
})
export type ConnectionUpdate = z.output<typeof connectionUpdate>

/** A person as the tree shows them. */
export const treePerson = familyMember.pick({
  id: true,
  firstName: true,
  lastName: true,
  birthName: true,
  relationship: true,
  viaId: true,
  sex: true,
  dateOfBirth: true,
  dateOfDeath: true,
  isDeceased: true,
  portrait: true,
  isSelf: true,
  isPlaceholder: true,
  isDerived: true,
})
export type TreePerson = z.infer<typeof treePerson>

export const familyTree = z.object({
  selfId: id,
  people: z.array(treePerson),
  connections: z.array(familyConnection),
})
export type FamilyTree = z.infer<typeof familyTree>

export const gedcomVersions = ['5.5.1', '7.0'] as const

/** What a GEDCOM file, or a GEDZIP package of one with its pictures, would add (in a preview) or has added. */
export const gedcomReport = z.object({
  sha256: z.string(),
  version: z.string(),
  encoding: z.string(),
  people: z.int(),
  connections: z.int(),
  /** How many of the people an earlier import of the same file already added. */
  alreadyHere: z.int(),
  /** In a preview, the people of the file who could be "you"; those whom an earlier import added as somebody else are left out. */
  candidates: z.array(z.object({ xref: z.string(), name: z.string(), born: z.string() })),
  /** Which of them is "you"; in a preview, which of them most likely is. */
  selfXref: z.string().nullable(),
  /** The number of portraits in a package; after the import, of those that were kept. */
  portraits: z.int(),
  /** The number of photos and documents of the package that are not here yet; after the import, of those that were added. */
  files: z.int(),
  /** The number of its photos and documents that were already here or lie in the trash. */
  filesHere: z.int(),
  /** The paths of pictures and files of the package that could not be kept. */
  leftOut: z.array(z.string()),
  /** What the import did not understand, by GEDCOM tag, the most frequent first. */
  notUnderstood: z.array(z.object({ tag: z.string(), count: z.int(), example: z.string() })),
  warnings: z.array(familyWarning),
  isImported: z.boolean(),
})
export type GedcomReport = z.infer<typeof gedcomReport>

export const familyContract = {
  tree: procedure
    .route({ method: 'GET', path: '/family', summary: 'Everybody and the lines between them' })
    .output(familyTree),
  connect: procedure
    .route({
      method: 'PUT',
      path: '/family/connections/{id}',
      summary:
        'Draw a line between two people; a line that is there already, in either direction, stays as it is',
    })
    .input(newConnection)
    .output(z.object({ connection: familyConnection, isNew: z.boolean(), warnings: z.array(familyWarning) }))
    .errors(errors('NOT_FOUND', 'OWN_ANCESTOR')),
  updateConnection: procedure
    .route({ method: 'PATCH', path: '/family/connections/{id}', summary: 'Change what a line says' })
    .input(connectionUpdate)
    .output(familyConnection)
    .errors(errors('NOT_FOUND', 'CONFLICT')),
  disconnect: procedure
    .route({
      method: 'DELETE',
      path: '/family/connections/{id}',
      summary: 'Take a line away that somebody drew',
    })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'AUTOMATIC_LINE')),
  exportGedcom: procedure
    .route({ method: 'GET', path: '/family/gedcom', summary: 'The family as a GEDCOM file' })
    .input(z.object({ version: z.enum(gedcomVersions).default('7.0') }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
}
