import { Link } from '@tanstack/react-router'
import { useSession } from '../features/auth/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { Logo } from '../ui/logo.tsx'

/** The front door: what Kinora is, and the way in. */
export function WelcomePage() {
  const inside = useSession().state === 'in'
  const entry = inside ? 'Dashboard' : 'Get Started'

  return (
    <div className="mx-auto flex min-h-dvh max-w-[1168px] flex-col px-4 py-6 sm:px-6 sm:py-10">
      <title>Kinora: keep your family’s stories</title>
      <header>
        <Logo />
      </header>
      <main className="my-auto grid items-center gap-10 py-10 md:grid-cols-2">
        <div>
          <h1 className="font-story text-2xl font-semibold sm:text-3xl" tabIndex={-1}>
            Keep the stories only your family can tell
          </h1>
          <p className="mt-5 max-w-[520px] text-lg text-muted">
            Kinora records a conversation with somebody you love, keeps every second of it safe, and has it
            there for those who come after.
          </p>
          <Button variant="hero" size="xl" className="mt-8" asChild>
            <Link to={inside ? '/app' : '/login'}>{entry}</Link>
          </Button>
        </div>
        <div className="mx-auto w-full max-w-[300px] md:max-w-[520px]">
          <ConversationDrawing />
        </div>
      </main>
    </div>
  )
}
