import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Logo } from '../../ui/logo.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { ExportSection } from './export-section.tsx'

/**
 * Shown instead of the app while the account is scheduled for deletion: names the day, and
 * offers to keep the account or to export its content.
 */
export function LeavingAccount({ eraseAt, onLogOut }: { eraseAt: string; onLogOut: () => void }) {
  const queries = useQueryClient()
  const keep = useMutation({
    mutationFn: () => client.accountEnd.keep(),
    onSuccess: () => {
      toastSuccess('Your account stays')
      return queries.invalidateQueries()
    },
  })

  return (
    <main className="mx-auto flex max-w-[45rem] flex-col gap-10 px-4 py-8 sm:px-6 sm:py-12">
      <Logo />
      <Card className="flex flex-col items-start gap-5 p-6 sm:p-8">
        <h1 className="font-story text-xl font-semibold text-balance">
          Your account is going to be deleted on {formatDate(eraseAt)}
        </h1>
        <p>
          Until then nothing is lost, and nobody else can see it. If you keep your account, everything is as
          it was, and the people you shared with see it again.
        </p>
        {keep.isError ? (
          <p role="alert" className="text-danger">
            {sentenceOf(keep.error)}
          </p>
        ) : null}
        <div className="flex w-full flex-wrap gap-3">
          <Button size="lg" className="max-sm:w-full" busy={keep.isPending} onClick={() => keep.mutate()}>
            Keep my account
          </Button>
          <Button size="lg" variant="outline" className="max-sm:w-full" onClick={onLogOut}>
            Log Out
          </Button>
        </div>
      </Card>
      <ExportSection />
    </main>
  )
}
