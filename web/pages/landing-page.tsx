import { AiStorybooks } from '../features/landing/ai-storybooks.tsx'
import { CallToAction } from '../features/landing/call-to-action.tsx'
import { Faq } from '../features/landing/faq.tsx'
import { Footer } from '../features/landing/footer.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { HowItWorks } from '../features/landing/how-it-works.tsx'
import { KeyFeatures } from '../features/landing/key-features.tsx'
import { Mission, SecondMission } from '../features/landing/mission.tsx'
import { Pricing } from '../features/landing/pricing.tsx'
import { SampleBook } from '../features/landing/sample-book.tsx'
import { TopBar } from '../features/landing/top-bar.tsx'
import { sampleImage, samplePages, sampleTitle } from '../features/sample-book/sample-book.ts'
import { BookSheet } from '../features/storybooks/reader/book-sheet.tsx'
import { PageImages } from '../features/storybooks/reader/page-images.ts'
import { inSilence } from '../features/storybooks/reader/text-page.tsx'

/** The landing page. Rendered at build time and never in a browser, so it has no hooks and no state (see build/landing-plugin.ts). */
export function LandingPage() {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Mission />
        <SecondMission />
        <PageImages value={sampleImage}>
          <SampleBook title={sampleTitle}>
            {samplePages.map((page, at) => (
              <BookSheet
                key={page.id}
                page={page}
                number={at + 1}
                side="single"
                chapterHeading="h3"
                {...inSilence}
              />
            ))}
          </SampleBook>
        </PageImages>
        <HowItWorks />
        <KeyFeatures />
        <AiStorybooks />
        <Pricing />
        <Faq />
        <CallToAction />
      </main>
      <Footer />
    </>
  )
}
