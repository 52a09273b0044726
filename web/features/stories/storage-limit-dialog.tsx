import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { formatGB } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** Says that there is no room for another story, that nothing is lost, and what makes room. */
export function StorageLimitDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const usage = useQuery({ ...orpc.account.usage.queryOptions(), enabled: props.open })
  const limit = usage.data?.storageLimitBytes ?? null

  return (
    <Dialog
      {...props}
      title="Storage Limit Reached"
      description={
        limit === null
          ? 'All the storage of your plan is used.'
          : `You have used the ${formatGB(limit)} that your plan holds.`
      }
    >
      <p>
        Everything you have kept is safe and stays. To make room, take files that you no longer need out of
        their stories. A deleted story makes room when its {limits.trashDays} days in the trash are over.
      </p>
      <DialogActions>
        <Button onClick={() => props.onOpenChange(false)}>Back to Stories</Button>
      </DialogActions>
    </Dialog>
  )
}
