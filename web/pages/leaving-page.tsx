import { LeavingAccount } from '../features/archive/leaving-account.tsx'
import { useLeaveHere } from './use-leave-here.ts'

/** Shown in place of any page while the account is scheduled for deletion. */
export function LeavingPage({ eraseAt }: { eraseAt: string }) {
  const leave = useLeaveHere()
  return (
    <>
      <title>Your account · Kinora</title>
      <LeavingAccount eraseAt={eraseAt} onLogOut={leave} />
    </>
  )
}
