import { Link } from '@tanstack/react-router'
import { Link2, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Block, Words } from './article.ts'
import type { HelpArticle } from './topics.ts'

const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default' })

/** An article for reading and printing. Each section has an anchor. */
export function ArticleView({ article }: { article: HelpArticle }) {
  return (
    <article className="max-w-[45rem]">
      <h1 className="font-story text-2xl font-semibold sm:text-3xl" tabIndex={-1}>
        {article.title}
      </h1>
      <div className="mt-6 flex flex-col gap-5">
        {article.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes while it is shown
          <BlockView key={index} block={block} slug={article.slug} />
        ))}
      </div>
      <div className="mt-10 print:hidden">
        <Button variant="outline" onClick={() => window.print()}>
          <Printer size={20} aria-hidden="true" />
          Print this page
        </Button>
      </div>
    </article>
  )
}

function BlockView({ block, slug }: { block: Block; slug: string }) {
  switch (block.type) {
    case 'heading':
      return (
        <h2 id={block.id} tabIndex={-1} className="group mt-5 scroll-mt-6 text-xl font-bold">
          {block.text}{' '}
          <Link
            to="/app/help/$article"
            params={{ article: slug }}
            hash={block.id}
            aria-label={`Address of the part “${block.text}”`}
            className="inline-flex size-12 items-center justify-center rounded-full align-middle text-muted hover:text-foreground print:hidden"
          >
            <Link2 size={20} aria-hidden="true" />
          </Link>
        </h2>
      )
    case 'paragraph':
      return <p className="text-pretty">{block.words.map(wordView)}</p>
    case 'note':
      return (
        <p className="rounded-card border-s-4 border-primary-dark bg-tint p-4 text-pretty sm:px-6">
          {block.words.map(wordView)}
        </p>
      )
    case 'picture': {
      const picture = pictures[`./pictures/${block.name}.webp`]
      if (!picture) return null
      return (
        <img
          src={picture}
          alt={block.says}
          width={960}
          height={751}
          loading="lazy"
          className="h-auto w-full rounded-card border border-border"
        />
      )
    }
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List
          className={`${block.isOrdered ? 'list-decimal' : 'list-disc'} flex flex-col gap-2 ps-7 marker:text-muted`}
        >
          {block.items.map((words, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes while it is shown
            <li key={index} className="ps-1 text-pretty">
              {words.map(wordView)}
            </li>
          ))}
        </List>
      )
    }
  }
}

function wordView(words: Words, index: number): ReactNode {
  if (typeof words === 'string') return words
  const inside = words.words.map(wordView)
  switch (words.type) {
    case 'strong':
      return <strong key={index}>{inside}</strong>
    case 'em':
      return <em key={index}>{inside}</em>
    case 'key':
      return (
        <kbd key={index} className="rounded border border-edge bg-card px-1.5 py-0.5 text-sm">
          {inside}
        </kbd>
      )
    case 'link':
      return (
        <Link key={index} to={words.href} className="text-leaf underline decoration-2 underline-offset-4">
          {inside}
        </Link>
      )
  }
}
