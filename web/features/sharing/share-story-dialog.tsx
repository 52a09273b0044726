import { Mail, MessageSquare, Share2, SquareArrowOutUpRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PublicLink } from '#contract/public-links.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { LinkSettingsForm } from './link-settings-form.tsx'
import { shareTargets } from './share-targets.ts'
import { usePublicLink, useTurnOff, useTurnOn } from './use-public-link.ts'

export type ShareStoryProps = {
  story: { id: string; title: string }
  /** The field that asks for the name that others will see. */
  name?: ReactNode
  /** A link to sharing with individual people. */
  people?: ReactNode
}

/** The Share button, with its dialog. */
export function ShareStory({ story, name, people }: ShareStoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Share2 size={20} aria-hidden="true" />
        Share
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Share Story"
        description={<bdi className="line-clamp-2 wrap-anywhere">{story.title}</bdi>}
      >
        <ShareStoryContent story={story} name={name} people={people} />
      </Dialog>
    </>
  )
}

function ShareStoryContent({ story, name, people }: ShareStoryProps) {
  const link = usePublicLink(story.id)
  const turnOn = useTurnOn(story.id)
  const turnOff = useTurnOff(story.id)
  const [asked, setAsked] = useState(false)
  const failure = lastFailure(turnOn, turnOff)
  const isOn = link.data != null
  // It was turned off, here or elsewhere: a link that is turned on later is not asked about at once.
  if (asked && !isOn) setAsked(false)

  return (
    <div className="flex flex-col gap-6">
      {name}
      {link.isPending ? <Skeleton className="h-14" /> : null}
      <LoadFailure of={link} />
      {link.data === undefined ? null : (
        <Switch
          label="Public link"
          hint={
            isOn
              ? 'Whoever has the link can see this story. Once you turn it off, this link never works again.'
              : 'It is off: only you, and those you share it with by name, can see this story.'
          }
          checked={isOn}
          disabled={turnOn.isPending || turnOff.isPending}
          onCheckedChange={(on) => (on ? turnOn.mutate({}) : setAsked(true))}
        />
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Turn the link off for good?"
        description="Whoever has it cannot see this story by it any more, and it never works again. A new link has another address, which you would have to pass on anew."
        cancelLabel="Keep the link"
        confirmLabel="Turn it off"
        busy={turnOff.isPending}
        error={turnOff.error}
        onConfirm={() => turnOff.mutate()}
      />
      {failure && !asked ? <Alert>{sentenceOf(failure)}</Alert> : null}
      {link.data ? <OpenLink story={story} link={link.data} /> : null}
      {people ? <div className="border-t border-border pt-5">{people}</div> : null}
    </div>
  )
}

const icons = { Email: Mail, 'Text message': MessageSquare } as const

function OpenLink({ story, link }: { story: ShareStoryProps['story']; link: PublicLink }) {
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Input
          readOnly
          dir="ltr"
          aria-label="The public link"
          className="min-w-0 flex-1 text-sm"
          value={link.url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton variant="default" size="default" className="min-w-40" text={link.url}>
          Copy link
        </CopyButton>
      </div>
      {link.isExpired ? (
        <Alert>This link does not work any more. Choose below how long it should work from now on.</Alert>
      ) : null}
      <LinkSettingsForm storyId={story.id} link={link} />
      <div>
        <h3 id="share-by" className="mb-3 font-semibold">
          Pass it on
        </h3>
        <ul aria-labelledby="share-by" className="grid gap-3 sm:grid-cols-2">
          {shareTargets(story.title, link.url).map(({ label, href, opensPage }) => {
            const Icon = Object.hasOwn(icons, label)
              ? icons[label as keyof typeof icons]
              : SquareArrowOutUpRight
            return (
              <li key={label}>
                <Button variant="outline" className="w-full" asChild>
                  <a href={href} {...(opensPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
                    <Icon size={20} aria-hidden="true" />
                    {label}
                    {opensPage ? <span className="sr-only">, opens another site</span> : null}
                  </a>
                </Button>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
