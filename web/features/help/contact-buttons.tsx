import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Mail } from 'lucide-react'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'

/** How to contact the operator; renders nothing if they have not configured that. */
export function ContactButtons() {
  const { data } = useQuery(orpc.help.support.queryOptions())
  if (!data || (data.email === null && data.callUrl === null)) return null
  return (
    <section aria-labelledby="contact" className="mt-12 print:hidden">
      <h2 id="contact" className="font-story text-lg font-semibold">
        Still a question?
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        {data.email === null ? null : (
          <Button variant="outline" size="lg" asChild>
            <a href={`mailto:${data.email}?subject=Kinora`}>
              <Mail size={22} aria-hidden="true" />
              Contact Support
            </a>
          </Button>
        )}
        {data.callUrl === null ? null : (
          <Button variant="outline" size="lg" asChild>
            <a href={data.callUrl} target="_blank" rel="noreferrer">
              <CalendarClock size={22} aria-hidden="true" />
              Schedule a Call
            </a>
          </Button>
        )}
      </div>
    </section>
  )
}
