import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ArticleView } from '../features/help/article-view.tsx'
import { ContactButtons } from '../features/help/contact-buttons.tsx'
import { helpArticles } from '../features/help/topics.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const route = getRouteApi('/app/help/$article')

/** A help article, scrolled to the section that the address names. */
export function HelpArticlePage() {
  const { article: slug } = route.useParams()
  const article = helpArticles.find((one) => one.slug === slug)
  usePartOfAddress()

  if (!article) {
    return (
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="There is no such article"
        sentence="It may have been given another name. The search finds it."
        action={
          <Button variant="outline" size="lg" asChild>
            <Link to="/app/help">All articles</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <title>{`${article.title} · Help · Kinora`}</title>
      <BackLink to="/app/help" className="mb-6 print:hidden">
        All articles
      </BackLink>
      <ArticleView article={article} />
      <ContactButtons />
    </>
  )
}

/** Scrolls to the section named by the hash, and focuses it. */
function usePartOfAddress(): void {
  const part = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    const there = part === '' ? null : document.getElementById(part)
    there?.scrollIntoView()
    there?.focus({ preventScroll: true })
  }, [part])
}
