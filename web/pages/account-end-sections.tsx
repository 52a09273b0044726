import { DeleteAccountSection } from '../features/archive/delete-account-section.tsx'
import { ExportSection } from '../features/archive/export-section.tsx'
import { ImportSection } from '../features/archive/import-section.tsx'
import { auth } from '../features/auth/auth-client.ts'
import { sentenceOfAccount } from '../features/auth/auth-failure.ts'
import { FixitySection } from '../features/fixity/fixity-section.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { useLeaveHere } from './use-leave-here.ts'

/** An account as a whole: how what it keeps stands, what is taken out, brought in, ended. */
export function AccountEndSections() {
  const leave = useLeaveHere()
  const sendCode = async (): Promise<string | null> => {
    const { error } = await auth.reauthenticate()
    return error === null ? null : sentenceOfAccount(error)
  }
  const goodbye = async () => {
    await leave()
    toastSuccess('Your account will be deleted', 'Log in within 30 days to keep it.')
  }
  return (
    <>
      {/* Where the mail about something damaged leads. */}
      <div id="fixity" className="scroll-mt-6">
        <FixitySection />
      </div>
      {/* Where the mail about a finished archive leads. */}
      <div id="export" className="scroll-mt-6">
        <ExportSection />
      </div>
      <ImportSection />
      <DeleteAccountSection sendCode={sendCode} onRequested={goodbye} />
    </>
  )
}
