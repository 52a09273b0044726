import { wide } from './section.tsx'

/** What Kinora is for. */
export function Mission() {
  return (
    <section id="mission" aria-labelledby="mission-title" className="bg-card py-16 sm:py-24">
      <div className={`${wide} text-center`}>
        <h2 id="mission-title" className="text-base font-semibold text-leaf">
          Why there is Kinora
        </h2>
        <p className="mx-auto mt-4 max-w-[53.75rem] font-story text-xl leading-snug text-balance sm:text-2xl">
          Every family has somebody who remembers: how the bread smelled, who danced with whom, what was never
          written down. One day there is nobody left to ask.
        </p>
      </div>
    </section>
  )
}

/** What Kinora promises about itself. */
export function SecondMission() {
  return (
    <section aria-labelledby="promise-title" className="py-16 sm:py-24">
      <div className={`${wide} grid gap-10 lg:grid-cols-2 lg:gap-20`}>
        <div>
          <h2 id="promise-title" className="font-story text-xl font-semibold sm:text-2xl">
            Made for a kitchen table, and for a hundred years
          </h2>
          <p className="mt-5 max-w-[33.75rem] text-lg text-muted">
            A voice says more than a name in a tree. So Kinora begins with a conversation, and does its work
            around it: quietly, in plain words, so that whoever tells can forget the machine.
          </p>
        </div>
        <ul className="grid gap-6">
          {promises.map(([name, words]) => (
            <li key={name} className="border-l-4 border-primary pl-5">
              <h3 className="font-semibold">{name}</h3>
              <p className="mt-1 text-muted">{words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const promises = [
  [
    'A recorded second is kept',
    'It is on your device before it is on the line, and on the server before the device lets go.',
  ],
  [
    'Nobody sees what you did not share',
    'Every story is private until you say otherwise, and you can take it back.',
  ],
  [
    'It belongs to you',
    'Originals are kept byte for byte, and everything can be taken away in open formats.',
  ],
  [
    'An elder can use it',
    'Large type, large buttons, no jargon; by keyboard, with a screen reader, on a phone.',
  ],
] as const
