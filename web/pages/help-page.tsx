import { getRouteApi } from '@tanstack/react-router'
import { HelpHome } from '../features/help/help-home.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/app/help')

/** The help page, with a search as one types. */
export function HelpPage() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <title>Help &amp; Support · Kinora</title>
      <PageHeader title="Help & Support" subtitle="Short answers about everything Kinora does." />
      <HelpHome
        asked={q ?? ''}
        onQuestion={(question) =>
          navigate({ to: '/app/help', search: question.trim() ? { q: question } : {}, replace: true })
        }
      />
    </>
  )
}
