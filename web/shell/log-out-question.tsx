import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { LeftBehind } from './left-behind.ts'

/** Asks before logging out leaves something behind that has not reached the server. */
export function LogOutQuestion(props: {
  left: LeftBehind
  onStay: () => void
  /** Shows the corrections that were refused. */
  onRead: () => void
  busy: boolean
  onLogOut: () => void
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : props.onStay())}
      title="Not everything has reached Kinora yet"
      description={
        <>
          {sentencesOf(props.left).map((sentence) => (
            <span key={sentence} className="mb-2 block last:mb-0">
              {sentence}
            </span>
          ))}
          {props.left.refused.length > 0 ? (
            <Button variant="outline" size="sm" className="mt-2" onClick={props.onRead}>
              Read what was not taken
            </Button>
          ) : null}
        </>
      }
      cancelLabel="Stay logged in"
      confirmLabel="Log out all the same"
      busy={props.busy}
      onConfirm={props.onLogOut}
    />
  )
}

function sentencesOf({ kept, refused, passing, stopped, isLosing }: LeftBehind): string[] {
  return [
    ...(kept.length > 0
      ? [
          `Only this device has: ${listed(kept)}. What is kept here stays, and is sent when you log in on this device again.`,
        ]
      : []),
    ...(refused.length > 0
      ? [
          `You typed, and it was not taken: ${listed(refused)}. Only this device has the words, and tells them where you typed them.`,
        ]
      : []),
    ...(passing.length > 0
      ? [
          `This browser had no room to keep: ${listed(passing)}. Unless it reaches Kinora first, it is lost when this page is closed.`,
        ]
      : []),
    ...(stopped.length > 0
      ? [
          `On the way, and stopped by it: ${listed(stopped)}. Choose it again later to go on where it stopped.`,
        ]
      : []),
    ...(isLosing ? ['What you have entered on this page is not saved, and would be lost.'] : []),
  ]
}

const listed = (words: string[]) => new Intl.ListFormat('en').format(words)
