import { useQuery } from '@tanstack/react-query'
import { AudioLines, Palette, PenLine, TriangleAlert } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { noFfmpeg } from '../../lib/no-ffmpeg.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OwnKeyRow } from './own-key-row.tsx'

/** The configured speech engine and text model; without them, what works all the same. */
export function EnginesSection() {
  const engines = useQuery(orpc.engines.get.queryOptions())
  const icon = { size: 24, 'aria-hidden': true } as const

  return (
    <SettingsSection
      title="Words"
      anchor="words"
      sentence="How recordings become text here, and what helps with it. Whoever runs this Kinora sets it up."
    >
      {engines.isPending ? <Skeleton className="m-5 h-24" /> : null}
      {engines.isLoadingError ? (
        <SettingsRow
          title="This could not be loaded"
          detail={sentenceOf(engines.error)}
          action={
            <Button variant="outline" size="sm" onClick={() => engines.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {engines.data ? (
        <>
          <SettingsRow
            icon={<AudioLines {...icon} />}
            title={
              engines.data.listens
                ? `Speech to text: ${listenerName(engines.data.listens)}`
                : 'Speech to text: none'
            }
            detail={
              engines.data.listens && engines.data.canCut
                ? 'It hears new recordings by itself, and the films and sounds that you add.'
                : 'Recordings are kept and play as always. By themselves they get no transcript until that is set up.'
            }
          />
          {engines.data.canCut ? null : (
            <SettingsRow icon={<TriangleAlert {...icon} />} title="ffmpeg is missing" detail={noFfmpeg} />
          )}
          <OwnKeyRow />
          <SettingsRow
            icon={<PenLine {...icon} />}
            title={engines.data.writes ? `Text model: ${engines.data.writes}` : 'Text model: none'}
            detail={
              engines.data.writes
                ? 'It is given the words of a transcript to propose summaries and corrections. A person decides about each.'
                : 'Spelling and grammar are checked on this server, in English. Summaries are made of the teller’s own sentences. Nothing leaves this server for it.'
            }
          />
          {engines.data.draws ? (
            <SettingsRow
              icon={<Palette {...icon} />}
              title={`Image model: ${engines.data.draws}`}
              detail="It draws a picture for a page of a storybook when somebody asks for one, from the words of the chapter and how you describe your family."
            />
          ) : null}
        </>
      ) : null}
    </SettingsSection>
  )
}

const listenerName = (engine: string) => (engine === 'command' ? 'a program on this server' : engine)
