import {
  Captions,
  HardDriveDownload,
  Images,
  Link2,
  MessageCircleQuestion,
  Network,
  Search,
  Share2,
  Smartphone,
} from 'lucide-react'
import { Section } from './section.tsx'

const features = [
  {
    Icon: HardDriveDownload,
    name: 'Recording that survives',
    words:
      'A closed lid, a dead network, a full disk: the recording goes on where it can, and says exactly what is safe where it cannot.',
  },
  {
    Icon: Smartphone,
    name: 'Your phone as the second camera',
    words:
      'Scan the code on the computer and put the phone on the table. Both recordings find each other by their sound.',
  },
  {
    Icon: Link2,
    name: 'A link for Grandpa',
    words:
      'He opens it, reads your question and presses one large button. What he tells goes into that one story of yours; he sees nothing else.',
  },
  {
    Icon: MessageCircleQuestion,
    name: 'Questions worth asking',
    words:
      'A library of questions from childhood to travel, playlists for an evening, and, where mail is set up, one question a week by email if you like.',
  },
  {
    Icon: Captions,
    name: 'Words that follow the voice',
    words:
      'Where a speech engine is set up, recordings are written down word by word. Touch a word to hear it. What was heard is kept beside every correction.',
  },
  {
    Icon: Search,
    name: 'Find the moment',
    words: 'Search what was told, noted and named, and land on the second where it was said.',
  },
  {
    Icon: Images,
    name: 'Photographs, papers, journal',
    words: 'Add pictures, films, sounds and PDF documents to a story, or write it down yourself.',
  },
  {
    Icon: Network,
    name: 'A tree for real families',
    words:
      'Second marriages, half-siblings, uncertain dates. It reads and writes GEDCOM, so it takes in what you already have.',
  },
  {
    Icon: Share2,
    name: 'Sharing with care',
    words:
      'Viewer, editor or admin, by email. Or a public link to one story, with a password and an end if you wish.',
  },
]

/** The features of today. Nothing is listed here before it works. */
export function KeyFeatures() {
  return (
    <Section id="features" title="What it does for you" sentence="All of this works today.">
      <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ Icon, name, words }) => (
          <li key={name} className="flex gap-4 sm:block">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-card bg-tint text-leaf">
              <Icon size={26} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold sm:mt-4">{name}</h3>
              <p className="mt-1 text-muted">{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
