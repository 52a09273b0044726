import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LandingPage } from './landing-page.tsx'

const page = renderToStaticMarkup(createElement(LandingPage))
const count = (what: RegExp) => page.match(what)?.length ?? 0
const part = (from: string, to: string) => page.slice(page.indexOf(from), page.indexOf(to))
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the parts of the front page stand in their order', () => {
  const places = [
    '<h1',
    'id="mission"',
    'aria-labelledby="promise-title"',
    'id="sample"',
    'id="how"',
    'id="features"',
    'id="storybooks"',
    'id="pricing"',
    'id="faq"',
    'aria-labelledby="begin-title"',
    '<footer',
  ].map((name) => page.indexOf(name))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('the bar leads to what there is, what it costs and what people ask', () => {
  const bar = part('<header', '</header>')
  // Once in the navigation of a large screen, and once in a phone's menu.
  for (const place of ['#features', '#pricing', '#faq']) expect(bar.split(`href="${place}"`)).toHaveLength(3)
})

test('there are five steps, thirteen pages and eleven questions', () => {
  expect(part('id="how"', 'id="features"').match(/<h3/g)).toHaveLength(5)
  expect(count(/data-page="/g)).toBe(13)
  expect(count(/data-dot="/g)).toBe(13)
  expect(count(/<details name="faq"/g)).toBe(11)
})

test('every way in leads to the log-in for guests, and home for members', () => {
  expect(count(/<a href="\/login" class="for-guests[^>]*>Get Started<\/a>/g)).toBe(3)
  expect(count(/<a href="\/app" class="for-members[^>]*>Dashboard<\/a>/g)).toBe(3)
  expect(part('aria-labelledby="begin-title"', '<footer')).toMatch(/href="#sample"[^>]*>See Demo/)
})

test('a plan says its price and how to take it; one that cannot be had yet is not to be pressed', () => {
  const [free = '', family = '', generation = ''] = part('id="pricing"', 'id="faq"')
    .split('<li class="flex flex-col')
    .slice(1)
  expect(words(free)).toMatch(
    /^.*Free Forever .*\$0 forever .*5 GB of storage .*1 hr\/month of AI analysis .*up to 5 family members/,
  )
  expect(words(family)).toMatch(
    /Family Plan .*\$19\.99 per month .*100 GB of storage .*20 hrs\/month of AI analysis .*Unlimited collaborators/,
  )
  expect(words(generation)).toMatch(/Generation Plan .*\$49\.99 per month .*Unlimited storage/)
  for (const plan of [free, family]) expect(plan).toContain('<a href="/login"')
  expect(generation).not.toContain('<a ')
  expect(generation).toMatch(/<button type="button" disabled=""[^>]*>Coming Soon!/)
})
