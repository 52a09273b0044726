import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { Card, PaddedCard } from '../../ui/card.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { type HelpHit, searchHelp } from './search.ts'
import { helpArticles, topics } from './topics.ts'

export type HelpHomeProps = {
  /** The question in the address. */
  asked: string
  /** Called on every keystroke, so that the address follows the question. */
  onQuestion: (question: string) => void
}

/** The help page: a search box that searches all articles as the person types, the topics, and how to get in touch. */
export function HelpHome({ asked, onQuestion }: HelpHomeProps) {
  const [question, setQuestion] = useState(asked)
  const [was, setWas] = useState(asked)
  if (asked !== was) {
    setWas(asked)
    // The address was changed by a link or Back. While somebody types, the address lags behind the field and must not overwrite it.
    if (asked === '' || question === '') setQuestion(asked)
  }
  const hits = searchHelp(helpArticles, question)
  const isAsked = question.trim() !== ''

  return (
    <>
      <search className="mb-8 block max-w-[45rem]">
        <SearchField
          label="Search help"
          placeholder="What would you like to know?"
          value={question}
          onChange={(entered) => {
            setQuestion(entered)
            onQuestion(entered)
          }}
        />
        <p role="status" className="mt-2 min-h-6 text-sm text-muted">
          {isAsked ? `${countOf(hits.length, 'article')} found` : null}
        </p>
      </search>
      {isAsked ? <Hits hits={hits} /> : <Topics />}
      <ContactButtons />
    </>
  )
}

function Topics() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      {topics.map(({ title, articles }) => (
        <PaddedCard key={title}>
          <h2 className="font-story text-lg font-semibold">{title}</h2>
          <p className="text-sm text-muted">{countOf(articles.length, 'article')}</p>
          <ul className="mt-3 -mx-2 flex flex-col">
            {articles.map(({ slug, title: name }) => (
              <li key={slug}>
                <Link
                  to="/app/help/$article"
                  params={{ article: slug }}
                  className="flex min-h-12 items-center rounded-lg px-2 text-leaf underline decoration-2 underline-offset-4 hover:bg-foreground/6"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </PaddedCard>
      ))}
    </div>
  )
}

function Hits({ hits }: { hits: HelpHit[] }) {
  if (hits.length === 0) {
    return (
      <p className="max-w-[45rem] text-muted">No article has all of these words. Try fewer, or other ones.</p>
    )
  }
  return (
    <Card className="max-w-[45rem]">
      <ul className="divide-y divide-border">
        {hits.map(({ article, part, snippet }) => (
          <li key={article.slug} className="p-5 sm:px-6">
            <h2>
              <Link
                to="/app/help/$article"
                params={{ article: article.slug }}
                {...(part ? { hash: part.id } : {})}
                className="inline-flex min-h-12 items-center font-bold text-leaf underline decoration-2 underline-offset-4"
              >
                {article.title}
              </Link>
            </h2>
            <p className="text-sm text-muted">
              {part ? `${part.text}: ` : null}
              {snippet}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
