import { Mic, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenedLink } from '#contract/recording-links.ts'
import { Button } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/logo.tsx'

export type PhoneWelcomeProps = {
  link: OpenedLink
  onEnter: (withCamera: boolean) => void
  /** What this device still holds for the link. */
  children: ReactNode
}

/** Explains in plain words what camera and microphone are for, before the browser asks for them. */
export function PhoneWelcome({ link, onEnter, children }: PhoneWelcomeProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[37.5rem] flex-col gap-6 p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:py-10">
      <title>{`${link.title} · Kinora`}</title>
      <Logo />
      {children}
      <div className="my-auto flex flex-col gap-4">
        <h1 className="font-story text-xl font-semibold text-balance wrap-anywhere">{link.title}</h1>
        {link.question ? (
          <p className="font-story text-xl leading-snug text-balance wrap-anywhere">{link.question}</p>
        ) : null}
        <p className="text-muted">{purposes[link.purpose]}</p>
      </div>
      <p>
        Your phone will ask whether Kinora may use the camera and the microphone. Please allow it. Nothing is
        recorded until you press the red button.
      </p>
      <div className="flex flex-col gap-3">
        <Button variant="hero" size="xl" onClick={() => onEnter(true)}>
          <Video size={28} aria-hidden="true" />
          Begin
        </Button>
        <Button variant="outline" size="lg" onClick={() => onEnter(false)}>
          <Mic size={24} aria-hidden="true" />
          With sound only
        </Button>
      </div>
    </main>
  )
}

const purposes: Record<OpenedLink['purpose'], string> = {
  phone: 'This phone becomes a camera for the story. The computer sees that it is here.',
  relative:
    'Somebody in your family would love to hear you tell this. You need no account. What you record goes to them alone.',
}
